package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.playground.Until;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A server that asks for keys, on a cluster: they are replaced in their Secret, and other namespaces may bring tools. */
@OnPlayground
class ApiKeysIT {
    private static final String SERVER = "hyperterseserver/shop";
    private static final String FIRST = "acme-0123456789abcdef";
    private static final String NEXT = "acme-fedcba9876543210";

    @AutoClose
    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void aKeyIsReplacedOnEveryReplicaAndTheOldOneRefused(Gateway gateway) throws Exception {
        gateway.apply(secret(Map.of("acme", FIRST)), server("Same", 2), tool("greeting", "shop", gateway.namespace()));
        gateway.awaitReady(SERVER, "tool/greeting");
        var replicas = gateway.replicas("shop", 2);
        for (var replica : replicas) {
            assertThat(call(replica, FIRST).body()).contains("\\\"caller\\\":\\\"acme\\\"");
            assertThat(call(replica, NEXT).statusCode()).isEqualTo(401);
        }

        gateway.apply(secret(Map.of("acme", NEXT)));

        for (var replica : replicas) {
            Until.holds("the new key is in force", () -> call(replica, NEXT).statusCode() == 200);
            assertThat(call(replica, FIRST).statusCode()).isEqualTo(401);
        }
        assertThat(gateway.value("secret/shop-values", "{.data}")).isNotEmpty();
        var values = new String(Base64.getMimeDecoder()
                .decode(gateway.kubectl("get", "secret/shop-values", "--output=jsonpath={.data.*}")
                        .split(" ")[0]));
        assertThat(values).as("what replicas get").doesNotContain(NEXT).doesNotContain(FIRST);
    }

    @Test
    void aToolOfAnotherNamespaceIsServedAndGoesWithItsGrant(Gateway gateway) {
        var team = "team-" + UUID.randomUUID().toString().substring(0, 8);
        gateway.kubectlAnywhere("create", "namespace", team);
        try {
            gateway.apply(secret(Map.of("acme", FIRST)), server("All", 1));
            gateway.awaitReady(SERVER);
            var applied = gateway.playground()
                    .kubectl()
                    .runWithInput(
                            tool("greeting", "shop", gateway.namespace()),
                            "--namespace=" + team,
                            "apply",
                            "--server-side",
                            "-f",
                            "-");
            assertThat(applied.succeeded()).as(applied.errors()).isTrue();
            gateway.kubectlAnywhere(
                    "--namespace=" + team, "wait", "--for=condition=Ready", "--timeout=300s", "tool/greeting");
            var replica = gateway.replicas("shop", 1).getFirst();
            assertThat(call(replica, FIRST, team + ".greeting").body()).contains("\\\"caller\\\":\\\"acme\\\"");

            gateway.apply(server("Same", 1));

            Until.holds(
                    "the tool is gone",
                    () -> call(replica, FIRST, team + ".greeting").body().contains("Unknown tool"));
        } finally {
            gateway.kubectlAnywhere("delete", "namespace", team, "--wait=false");
        }
    }

    private HttpResponse<String> call(URI replica, String key) {
        return call(replica, key, "greeting");
    }

    private HttpResponse<String> call(URI replica, String key, String tool) {
        var request = HttpRequest.newBuilder(replica)
                .header("Content-Type", "application/json")
                .header("X-API-Key", key)
                .POST(BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"execute\","
                                + "\"arguments\":{\"tool\":\"" + tool + "\",\"inputs\":{}}}}"))
                .build();
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new AssertionError(failed);
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }

    private static String secret(Map<String, String> keys) {
        return """
                apiVersion: v1
                kind: Secret
                metadata:
                  name: partner-keys
                stringData:
                %s
                """.formatted(keys.entrySet().stream()
                .map(entry -> "  " + entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining("\n")));
    }

    private static String server(String from, int replicas) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata:
                  name: shop
                spec:
                  attachments:
                    namespaces: {from: %s}
                    toolNames: %s
                  auth:
                    mode: Required
                    required: [partners]
                    plugins:
                      - name: partners
                        apiKey: {keysFrom: {secretRef: {name: partner-keys}}}
                  adapters:
                    - name: db
                      namespaces: {from: %s}
                      engine: Sqlite
                      url: ":memory:"
                  workload:
                    replicas: %d
                """.formatted(from, from.equals("Same") ? "Plain" : "Namespaced", from, replicas);
    }

    private static String tool(String name, String server, String namespace) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata:
                  name: %s
                spec:
                  serverRefs: [{name: %s, namespace: %s}]
                  description: Says who calls
                  statement:
                    adapter: db
                    text: {inline: "SELECT {{ principal.subject }} AS caller"}
                """.formatted(name, server, namespace);
    }
}
