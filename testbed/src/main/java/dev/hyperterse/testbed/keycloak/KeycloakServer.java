package dev.hyperterse.testbed.keycloak;

import dev.hyperterse.testbed.ReservedPort;
import dev.hyperterse.testbed.ServerProcess;
import dev.hyperterse.testbed.TestbedException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Keycloak on the loopback with one realm: a free port, a database in memory, gone with the JVM. */
public final class KeycloakServer implements AutoCloseable {
    private static final String ADMINISTRATOR = "admin";
    private static final String PASSWORD = "not-a-secret";

    /** It takes seconds on a free machine and minutes on a busy one. */
    private static final Duration PATIENCE = Duration.ofMinutes(6);

    private final ServerProcess process = new ServerProcess("Keycloak", "TERM", PATIENCE);
    private final HttpClient client = HttpClient.newHttpClient();
    private final ReservedPort port = new ReservedPort();
    private final String realm;
    private int replacements;

    private KeycloakServer(String realm) {
        this.realm = realm;
    }

    /** @param representation of the realm, as the administration console exports it */
    public static KeycloakServer create(String representation) {
        var server = new KeycloakServer(
                JsonMapper.shared().readTree(representation).path("realm").stringValue());
        server.start(KeycloakPrograms.unpacked(), representation);
        return server;
    }

    private void start(Path programs, String representation) {
        var home = process.home();
        for (var directory : List.of("conf", "data", "data/import", "providers")) {
            process.makeDirectory(home.resolve(directory));
        }
        try {
            Files.createSymbolicLink(home.resolve("lib"), programs.resolve("lib"));
        } catch (IOException failed) {
            throw new TestbedException("cannot make a home for Keycloak", failed);
        }
        process.write(home.resolve("data/import/realm.json"), representation);
        process.write(home.resolve("conf/keycloak.conf"), """
                cache=local
                http-enabled=true
                http-host=127.0.0.1
                http-port=%d
                hostname=%s
                bootstrap-admin-username=%s
                bootstrap-admin-password=%s
                """.formatted(port.number(), url(), ADMINISTRATOR, PASSWORD));
        process.startAndAwait(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dkc.home.dir=" + home,
                        "-Djboss.server.config.dir=" + home.resolve("conf"),
                        "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
                        "-Dpicocli.disable.closures=true",
                        "-cp",
                        home.resolve("lib/quarkus-run.jar").toString(),
                        "io.quarkus.bootstrap.runner.QuarkusEntryPoint",
                        "start",
                        "--optimized",
                        "--import-realm"),
                this::isReady);
    }

    private boolean isReady() throws IOException {
        var status = send(HttpRequest.newBuilder(URI.create(issuer())).build()).statusCode();
        if (status != 200) {
            throw new IOException("status " + status);
        }
        return true;
    }

    public String url() {
        return "http://127.0.0.1:" + port.number();
    }

    /** The issuer of the realm's tokens. */
    public String issuer() {
        return url() + "/realms/" + realm;
    }

    public String tokenUrl() {
        return issuer() + "/protocol/openid-connect/token";
    }

    /** The answer of the token endpoint. @param headers pairs of names and values */
    public JsonNode tokens(Map<String, String> form, String... headers) throws IOException {
        return post(tokenUrl(), form, headers);
    }

    /** Whether Keycloak itself still takes a token. */
    public boolean isActive(String token, String client, String secret) throws IOException {
        return post(tokenUrl() + "/introspect", Map.of("client_id", client, "client_secret", secret, "token", token))
                .path("active")
                .booleanValue();
    }

    /** Ends all sessions of a user. */
    public void endSessions(String user) throws IOException {
        var id = administer("GET", "/users?exact=true&username=" + user, "")
                .path(0)
                .path("id");
        administer("POST", "/users/" + id.stringValue() + "/logout", "");
    }

    /** From here on tokens are signed with a new key, whose id this returns; the keys of before stay published. */
    public String replaceSigningKey() throws IOException {
        var priority = Integer.toString(1000 + ++replacements);
        administer("POST", "/components", """
                {"name": "key-%s", "providerId": "rsa-generated", "providerType": "org.keycloak.keys.KeyProvider",
                 "config": {"priority": ["%s"], "algorithm": ["RS256"]}}
                """.formatted(priority, priority));
        return administer("GET", "/keys", "").path("active").path("RS256").stringValue();
    }

    /** Publishes a key no more. @param key its id */
    public void withdrawSigningKey(String key) throws IOException {
        for (var known : administer("GET", "/keys", "").path("keys")) {
            if (known.path("kid").stringValue().equals(key)) {
                administer("DELETE", "/components/" + known.path("providerId").stringValue(), "");
            }
        }
    }

    /**
     * A request of the administrator about the realm.
     *
     * @param path below the realm's
     * @param body JSON, or nothing
     */
    public JsonNode administer(String method, String path, String body) throws IOException {
        var login = post(
                url() + "/realms/master/protocol/openid-connect/token",
                Map.of(
                        "grant_type",
                        "password",
                        "client_id",
                        "admin-cli",
                        "username",
                        ADMINISTRATOR,
                        "password",
                        PASSWORD));
        var request = HttpRequest.newBuilder(URI.create(url() + "/admin/realms/" + realm + path))
                .header("Authorization", "Bearer " + login.path("access_token").stringValue())
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        return answer(send(request.build()));
    }

    private JsonNode post(String url, Map<String, String> form, String... headers) throws IOException {
        var body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        var request = HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return answer(send(request.build()));
    }

    private static JsonNode answer(HttpResponse<String> response) throws IOException {
        if (response.statusCode() >= 300) {
            throw new IOException(response.request().uri() + ": " + response.statusCode() + " " + response.body());
        }
        return JsonMapper.shared().readTree(response.body().isEmpty() ? "{}" : response.body());
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException {
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new TestbedException("interrupted while asking Keycloak", interrupted);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        process.delete();
        port.close();
    }
}
