package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Inputs that the server binds, from manifests to answers: a client neither learns of them nor chooses them. */
@Timeout(180)
class BoundInputsIT {
    private static final String ACME = "acme-0123456789abcdef";
    private static final String BOLT = "bolt-0123456789abcdef";
    private static final String HIDDEN = "owner_of_rows";
    private static final String ALL_OF_ACME = "[{\\\"id\\\":3},{\\\"id\\\":1}]";

    private static final String MANIFESTS = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              exposure: SearchAndDirect
              cache: {mode: Enabled, ttl: 10m}
              auth:
                mode: Required
                required: [partners]
                plugins:
                  - name: partners
                    apiKey:
                      keys:
                        - {principal: acme, valueFrom: {secretKeyRef: {name: keys, key: ACME}}}
                        - {principal: bolt, valueFrom: {secretKeyRef: {name: keys, key: BOLT}}}
              adapters:
                - name: orders
                  engine: Sqlite
                  url: ":memory:"
                  sqlite: {initSql: {configMapKeyRef: {name: schema, key: schema.sql}}}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: schema}
            data:
              schema.sql: |
                CREATE TABLE orders (id INTEGER PRIMARY KEY, partner TEXT NOT NULL);
                INSERT INTO orders VALUES (1, 'acme'), (2, 'bolt'), (3, 'acme');
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: my-orders}
            spec:
              serverRefs: [{name: shop}]
              description: Orders of the partner who calls
              inputs:
                - {name: owner_of_rows, type: string, description: owner_of_rows, source: {principal: Subject}}
                - {name: least, type: int, default: "0"}
              statement:
                adapter: orders
                text:
                  inline: >-
                    SELECT id FROM orders
                    WHERE partner = {{ inputs.owner_of_rows }} AND id >= {{ inputs.least }} ORDER BY id DESC
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: orders-of-my-tenant}
            spec:
              serverRefs: [{name: shop}]
              description: Orders of a tenant
              inputs: [{name: owner_of_rows, type: string, source: {claim: tenant}}]
              statement:
                adapter: orders
                text: {inline: "SELECT id FROM orders WHERE partner = {{ inputs.owner_of_rows }}"}
            """;

    @AutoClose
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path directory;

    @TempDir
    private Path cache;

    private Quickstart server;

    @BeforeEach
    void serve() throws IOException {
        Files.writeString(directory.resolve("manifests.yaml"), MANIFESTS);
        Files.writeString(directory.resolve(".env"), "ACME=" + ACME + "\nBOLT=" + BOLT + "\n");
        server = Quickstart.serve(directory, cache);
    }

    @org.junit.jupiter.api.AfterEach
    void stop() {
        server.close();
    }

    @Test
    void eachCallerHasItsRowsAlsoFromTheCache() {
        for (var round = 0; round < 3; round++) {
            assertThat(execute(ACME, "my-orders", "{}")).contains(ALL_OF_ACME);
            assertThat(execute(BOLT, "my-orders", "{}")).contains("[{\\\"id\\\":2}]");
        }
        assertThat(execute(ACME, "my-orders", "{\"least\":2}")).contains("[{\\\"id\\\":3}]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            tools/list | {}
            tools/call | {"name":"search","arguments":{"query":"orders of the partner"}}
            tools/call | {"name":"search","arguments":{"query":"owner_of_rows"}}
            tools/call | {"name":"search","arguments":{"query":"partner owner of rows"}}
            tools/call | {"name":"my-orders","arguments":{"least":"many"}}
            tools/call | {"name":"my-orders","arguments":{"no_such_input":1}}
            tools/call | {"name":"execute","arguments":{"tool":"my-orders","inputs":{"least":{}}}}
            tools/call | {"name":"execute","arguments":{"tool":"orders-of-my-tenant","inputs":{}}}""")
    void noAnswerNamesIt(String method, String params) {
        assertThat(post(ACME, method, params)).doesNotContain(HIDDEN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"owner_of_rows\":\"bolt\"}",
                "{\"Owner_Of_Rows\":\"bolt\"}",
                "{\"OWNER_OF_ROWS\":\"bolt\"}",
                "{\"owner\\u005fof_rows\":\"bolt\"}",
                "{\"owner_of_rows\":\"acme\",\"owner_of_rows\":\"bolt\"}",
                "{\"owner_of_rows\":null}",
                "{\"inputs\":{\"owner_of_rows\":\"bolt\"}}",
                "{\"least\":0,\"inputs.owner_of_rows\":\"bolt\"}",
                "{\"principal\":{\"subject\":\"bolt\"}}",
                "{\"principal.subject\":\"bolt\"}",
                "{\"source\":{\"principal\":\"bolt\"}}"
            })
    void theClientCannotSendIt(String arguments) {
        assertThat(execute(ACME, "my-orders", arguments))
                .contains("unknown input field")
                .doesNotContain("\\\"id\\\"");
        assertThat(post(ACME, "tools/call", "{\"name\":\"my-orders\",\"arguments\":" + arguments + "}"))
                .contains("unknown input field")
                .doesNotContain("\\\"id\\\"");
    }

    @Test
    void duplicateHeaderIsRefusedAlsoBesideAnInputOfTheClient() {
        assertThat(execute(ACME, "my-orders", "{\"least\":0,\"owner_of_rows\":\"bolt\",\"least\":0}"))
                .contains("unknown input field");
    }

    @Test
    void aCallerWithoutTheClaimIsRefusedBeforeTheDatabase() {
        assertThat(execute(ACME, "orders-of-my-tenant", "{}"))
                .contains("the caller has no principal.claims.tenant")
                .doesNotContain("\\\"id\\\"");
    }

    private String execute(String key, String tool, String inputs) {
        return post(
                key,
                "tools/call",
                "{\"name\":\"execute\",\"arguments\":{\"tool\":\"" + tool + "\",\"inputs\":" + inputs + "}}");
    }

    private String post(String key, String method, String params) {
        var request = HttpRequest.newBuilder(server.url())
                .header("Content-Type", "application/json")
                .header("X-API-Key", key)
                .POST(BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}"))
                .build();
        try {
            var body = client.send(request, BodyHandlers.ofString()).body();
            assertThat(JsonMapper.shared().readTree(body).isObject()).isTrue();
            return body;
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }
}
