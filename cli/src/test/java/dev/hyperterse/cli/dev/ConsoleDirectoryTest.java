package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.agent.Agent;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The directory as the console shows it, while files change. */
@Timeout(120)
class ConsoleDirectoryTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private Quickstart quickstart;

    @BeforeEach
    void serve(@TempDir Path folder) throws IOException {
        quickstart = Quickstart.serve(Quickstart.copyTo(folder), folder.resolve("cache"));
    }

    @AfterEach
    void stop() {
        quickstart.close();
        client.shutdownNow();
    }

    @Test
    void thePageIsServedBesideTheEndpoint() throws Exception {
        assertThat(get("/")).contains("/console/main.js");
        assertThat(get("/console/main.js")).contains("import");
    }

    @Test
    void everyDefinitionHasItsPlace() throws Exception {
        var overview = directory("").path("value");
        assertThat(overview.path("server").asString()).isEqualTo("default/shop");
        assertThat(overview.path("path").asString()).isEqualTo("/mcp");
        assertThat(overview.path("servers").toString()).isEqualTo("[\"default/shop\"]");
        assertThat(overview.path("definitions")).hasSize(10);
        var tool = overview.path("definitions")
                .valueStream()
                .filter(one -> one.path("name").asString().equals("order-details"))
                .findFirst()
                .orElseThrow();
        assertThat(tool.path("file").asString()).endsWith("/tools.yaml");
        var lines = Files.readAllLines(quickstart.file("tools.yaml"));
        assertThat(lines.subList(
                        tool.path("line").asInt() - 1, tool.path("line").asInt() + 3))
                .contains("  name: order-details");
    }

    @Test
    void aMistakeComesWithItsLineAndGoes() throws Exception {
        quickstart.edit("tools.yaml", "{{ inputs.order_id }}", "{{ inputs.nope }}");
        var broken = await(overview -> !overview.path("problems").isEmpty());
        var problem = broken.path("problems")
                .valueStream()
                .filter(one -> one.path("severity").asString().equals("error"))
                .findFirst()
                .orElseThrow();
        assertThat(problem.path("object").asString()).isEqualTo("Tool default/order-details");
        assertThat(problem.path("excerpt")
                        .asString()
                        .substring(problem.path("column").asInt() - 1))
                .startsWith("{{ inputs.nope }}");
        assertThat(broken.path("kept").toString()).contains("Tool default/order-details");
        quickstart.edit("tools.yaml", "{{ inputs.nope }}", "{{ inputs.order_id }}");
        await(overview -> overview.path("problems").isEmpty());
    }

    @Test
    void aRefusalOfTheDatabaseIsAProblem() throws Exception {
        quickstart.edit("tools.yaml", "WHERE i.order_id =", "WHERE i.order_ido =");
        var broken = await(overview -> !overview.path("problems").isEmpty());
        assertThat(broken.path("problems").path(0).path("message").asString()).contains("no such column");
    }

    @Test
    void aDeletedServerIsANote() throws Exception {
        Files.delete(quickstart.file("server.yaml"));
        var kept = await(overview -> !overview.path("note").asString().isEmpty());
        assertThat(kept.path("note").asString()).contains("no HyperterseServer found here");
        assertThat(kept.path("server").asString()).as("what is still served").isEqualTo("default/shop");
    }

    @Test
    void aCallIsShownWithWhatItGave() throws Exception {
        quickstart.execute(Optional.empty(), "order-details", "{\"order_id\": 1001}");
        quickstart.execute(Optional.empty(), "order-details", "{\"password\": \"hunter2\"}");
        var calls = JsonMapper.shared().readTree(get("/console/calls")).path("value");
        assertThat(calls).hasSize(2);
        var failed = calls.path(0);
        assertThat(failed.path("failure").asString()).startsWith("validation");
        assertThat(failed.path("arguments").asString()).doesNotContain("hunter2");
        var completed = calls.path(1);
        assertThat(completed.path("name").asString()).isEqualTo("order-details");
        assertThat(completed.path("rows").asInt()).isEqualTo(2);
        assertThat(completed.path("arguments").asString()).isEqualTo("{\"order_id\":1001}");
    }

    @Test
    void onlyTheLastCallsAreKeptAndLongArgumentsAreCut() throws Exception {
        for (var number = 0; number < 201; number++) {
            quickstart.execute(Optional.empty(), "order-details", "{\"order_id\": %d}".formatted(number));
        }
        quickstart.execute(Optional.empty(), "find-customer", "{\"query\": \"%s\"}".formatted("é".repeat(5_000)));
        var calls = JsonMapper.shared().readTree(get("/console/calls")).path("value");
        assertThat(calls).hasSize(200);
        assertThat(calls.path(0).path("arguments").asString())
                .hasSizeLessThan(1100)
                .endsWith("…");
        assertThat(calls.path(199).path("arguments").asString()).isEqualTo("{\"order_id\":2}");
    }

    @Test
    void tablesHaveTheirReferencesAndNoRow() throws Exception {
        var database = tables();
        assertThat(database.path("adapter").asString()).isEqualTo("shop");
        assertThat(database.path("failure").asString()).isEmpty();
        assertThat(database.path("tables").valueStream().map(one -> one.path("name")
                        .asString()))
                .containsExactly("customers", "order_items", "orders", "products");
        var orders = table(database, "orders");
        assertThat(orders.at("/columns/0/key").asBoolean()).isTrue();
        assertThat(orders.at("/columns/2/choices").toString())
                .isEqualTo("[\"open\",\"paid\",\"shipped\",\"returned\"]");
        assertThat(orders.path("references").toString())
                .isEqualTo("[{\"columns\":[\"customer_id\"],\"table\":\"customers\",\"targets\":[\"id\"]}]");
        assertThat(database.toString()).doesNotContain("Ada Okafor", "ada@example.com");
    }

    @Test
    void aToolOfATableIsServedOnceItIsSaved() throws Exception {
        var made = new ArrayList<String>();
        tables().path("tables").forEach(table -> table.path("tools")
                .forEach(tool -> made.add(tool.path("yaml").asString())));
        Files.writeString(quickstart.file("made.yaml"), String.join("---\n", made));
        var overview = await(value -> value.path("definitions").size() == 10 + made.size());
        assertThat(overview.path("problems")).isEmpty();
        assertThat(overview.path("definitions").valueStream().map(one -> one.path("name")
                        .asString()))
                .as("names that are taken are not given again")
                .contains("list-orders", "list-orders-2", "get-order");
        var answer = quickstart.execute(Optional.empty(), "get-order", "{\"id\": 1001}");
        assertThat(answer.toString()).contains("shipped");
    }

    @Test
    void aDatabaseThatCannotBeReadIsAReason() throws Exception {
        quickstart.edit("server.yaml", "url: \":memory:\"", "url: absent/shop.db");
        serverWhoseAdapterIs("Down");
        var database = tables();
        assertThat(database.path("failure").asString()).isNotEmpty();
        assertThat(database.path("tables")).isEmpty();
    }

    @Test
    void theServerHasItsAdaptersAndTokens() throws Exception {
        var server = serverWhoseAdapterIs("Up");
        assertThat(server.at("/adapters/0/name").asString()).isEqualTo("shop");
        assertThat(server.at("/tokens/tools")).hasSize(6);
        assertThat(server.at("/tokens/all").asInt())
                .isGreaterThan(server.at("/tokens/tools/0/tokens").asInt());
    }

    @Test
    void everyClientHasAnEntryWithoutACredential() throws Exception {
        var url = quickstart.url().toString();
        var entries = JsonMapper.shared().readTree(get("/console/clients?header=X-API-Key&url=" + url));
        assertThat(entries).hasSize(Agent.values().length);
        entries.forEach(entry -> {
            var text = entry.path("text").asString();
            if (entry.path("title").asString().equals("Claude Desktop")) {
                assertThat(text)
                        .contains("--stdio", quickstart.file(".").normalize().toString());
            } else {
                assertThat(text).contains(url, "X-API-Key", "YOUR_KEY");
                assertThat(entry.path("command").asString()).contains(url + " -H 'X-API-Key: YOUR_KEY'");
            }
        });
        assertThat(get("/console/clients?url=" + url)).doesNotContain("YOUR_KEY");
    }

    /** Each request waits a moment for a change. */
    private JsonNode serverWhoseAdapterIs(String state) throws IOException, InterruptedException {
        var seen = "";
        for (; ; ) {
            var answer = JsonMapper.shared().readTree(get("/console/server?seen=" + seen));
            if (answer.at("/value/adapters/0/state").asString().equals(state)) {
                return answer.path("value");
            }
            seen = answer.path("version").asString();
        }
    }

    private JsonNode tables() throws IOException, InterruptedException {
        return JsonMapper.shared().readTree(get("/console/tables")).path(0);
    }

    private static JsonNode table(JsonNode database, String name) {
        return database.path("tables")
                .valueStream()
                .filter(one -> one.path("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The overview as soon as it is so; each request waits for a change. */
    private JsonNode await(Predicate<JsonNode> wanted) throws Exception {
        var seen = "";
        for (; ; ) {
            var answer = directory(seen);
            if (wanted.test(answer.path("value"))) {
                return answer.path("value");
            }
            seen = answer.path("version").asString();
        }
    }

    private JsonNode directory(String seen) throws IOException, InterruptedException {
        return JsonMapper.shared().readTree(get("/console/directory?seen=" + seen));
    }

    private String get(String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(quickstart.url().resolve(path)).build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
}
