package dev.hyperterse.cli.clients;

import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.testbed.Requirement;
import dev.hyperterse.testbed.ReservedPort;
import dev.hyperterse.testbed.keycloak.KeycloakServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A Keycloak that is configured as {@code docs/guide/identity-providers.md} says, and a server that takes its tokens. */
final class KeycloakShop implements AutoCloseable {
    static final String READ = "orders:read";

    private static final Path FILES = Path.of("src/test/resources/dev/hyperterse/cli/clients/keycloak");

    private final HttpClient client = HttpClient.newHttpClient();
    private final ReservedPort port = new ReservedPort();
    private final KeycloakServer keycloak;

    private KeycloakShop(KeycloakServer keycloak) {
        this.keycloak = keycloak;
    }

    static KeycloakShop open() throws IOException {
        var realm = Files.readString(FILES.resolve("realm.json"));
        var shop = new KeycloakShop(Requirement.fulfil(() -> KeycloakServer.create(realm)));
        shop.configure();
        return shop;
    }

    private void configure() throws IOException {
        var scope = Files.readString(FILES.resolve("scope.json")).replace("RESOURCE", resource());
        offer(scope);
        offer(scope.replace(READ, "orders:audit"));
        for (var registered : JsonMapper.shared().readTree(Files.readString(FILES.resolve("clients.json")))) {
            keycloak.administer("POST", "/clients", registered.toString());
        }
    }

    /** A client scope that clients may ask for. */
    private void offer(String scope) throws IOException {
        keycloak.administer("POST", "/client-scopes", scope);
        var name = JsonMapper.shared().readTree(scope).path("name");
        for (var known : keycloak.administer("GET", "/client-scopes", "")) {
            if (known.path("name").equals(name)) {
                var id = known.path("id").stringValue();
                keycloak.administer("PUT", "/default-optional-client-scopes/" + id, "");
            }
        }
    }

    KeycloakServer keycloak() {
        return keycloak;
    }

    String resource() {
        return "http://localhost:" + port.number() + "/mcp";
    }

    /** The server, where its tokens are for. */
    Quickstart serve(Path directory) throws IOException {
        var manifest = Files.readString(FILES.resolve("manifests/server.yaml"))
                .replace("ISSUER", keycloak.issuer())
                .replace("RESOURCE", resource());
        Files.writeString(directory.resolve("server.yaml"), manifest);
        return Quickstart.serve(directory, directory.resolve("cache"), port.number());
    }

    /** Tokens for a user, by the password. @param headers pairs of names and values */
    JsonNode login(String clientId, String user, String scope, String... headers) throws IOException {
        return grant(
                clientId,
                Map.of("grant_type", "password", "username", user, "password", "password-of-" + user, "scope", scope),
                headers);
    }

    /** A token for the client itself. */
    String clientCredentials(String clientId) throws IOException {
        return accessToken(grant(clientId, Map.of("grant_type", "client_credentials", "scope", READ)));
    }

    private JsonNode grant(String clientId, Map<String, String> form, String... headers) throws IOException {
        var whole = new HashMap<>(form);
        whole.putAll(Map.of("client_id", clientId, "client_secret", "secret-of-" + clientId));
        return keycloak.tokens(whole, headers);
    }

    static String accessToken(JsonNode tokens) {
        return tokens.path("access_token").stringValue();
    }

    /** Runs a tool. @param headers pairs of names and values */
    HttpResponse<String> call(String tool, String... headers) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(resource()))
                .header("Content-Type", "application/json")
                .headers(headers)
                .POST(BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"execute\","
                                + "\"arguments\":{\"tool\":\"" + tool + "\",\"inputs\":{}}}}"));
        return client.send(request.build(), BodyHandlers.ofString());
    }

    @Override
    public void close() {
        client.shutdownNow();
        keycloak.close();
        port.close();
    }
}
