package dev.hyperterse.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.server.adapter.Masking;
import dev.hyperterse.catalog.server.adapter.Masking.LabelledColumn;
import dev.hyperterse.catalog.server.adapter.Masking.Treatment;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.Observation;
import dev.hyperterse.runtime.PublicPort;
import dev.hyperterse.runtime.Replica;
import dev.hyperterse.runtime.ReplicaSettings;
import dev.hyperterse.runtime.audit.CallWatch;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.scripts.author.LoggedScripts;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every kind of definition over HTTP: none shows a value of a masked column, also not to its script. */
class MaskedReplicaIT {
    private static final String SELECT = "SELECT id, email AS contact FROM customers";

    @AutoClose
    private final HttpClient client = HttpClient.newHttpClient();

    @AutoClose
    private final Replica replica;

    private final PublicPort port;

    MaskedReplicaIT(@TempDir Path data) throws Exception {
        var keys = KeyRing.random();
        replica = new Replica(
                catalog(),
                new ReplicaSettings(
                        data,
                        data,
                        () -> keys,
                        false,
                        Handover.standard(),
                        new LoggedScripts(),
                        CallWatch.NONE,
                        Duration.ofMinutes(1),
                        false),
                Observation.begin());
        port = PublicPort.open(replica, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private static Catalog catalog() {
        var run = Leaves.sql(SELECT);
        var open = Servers.searching()
                .with(Exposure.Direct)
                .catalog(1, definitions(run).toArray(Leaf[]::new));
        var adapter = TestAdapters.sqlite(Access.ReadOnly);
        var masking = new Masking(
                Dialect.SQLITE,
                false,
                List.of(new LabelledColumn("customers", "email", List.of("pii"))),
                List.of(new Masking.Rule(List.of("pii"), Optional.empty(), Treatment.LastFour)));
        var masked = new Adapter(
                adapter.name(),
                adapter.access(),
                adapter.pool(),
                adapter.statementTimeoutMillis(),
                adapter.maxRows(),
                adapter.engine(),
                Optional.of(masking));
        return new Catalog(
                open.revision(),
                open.server().with(draft -> draft.adapters = List.of(masked)),
                open.leaves(),
                new ValueSet(
                        "v",
                        Map.of(
                                TestAdapters.URL,
                                ":memory:",
                                TestAdapters.INIT_SQL,
                                "CREATE TABLE customers (id int, email text);"
                                        + "INSERT INTO customers VALUES (1, 'ann@example.com')")));
    }

    private static List<Leaf> definitions(Action.RunSql run) {
        var queries = List.of(new Action.Query("customers", Optional.empty(), run));
        var transformed = Leaves.tool("transforms", run)
                .with(draft -> draft.transforms = Optional.of(new ToolLeaf.Transforms(
                        Optional.empty(),
                        Optional.of(script("({ results }) => JSON.stringify(results)", List.of())),
                        List.of())));
        return List.of(
                Leaves.tool("selects", run),
                Leaves.tool(
                        "queries", script("async (_, ctx) => JSON.stringify(await ctx.query('customers'))", queries)),
                Leaves.tool(
                        "calls", script("async (_, ctx) => JSON.stringify(await ctx.call('selects', {}))", List.of())),
                transformed,
                Leaves.prompt("asks", List.of(), new PromptLeaf.Computed(List.of(), run)),
                Leaves.resource("shop://customers", new ResourceLeaf.Body.Computed(List.of(), run, Optional.empty())));
    }

    private static Action.RunScript script(String function, List<Action.Query> queries) {
        var module = new ScriptModule("masked.js", "export default " + function, Optional.empty());
        return new Action.RunScript(
                new CompiledScript("digest of " + function, List.of(module), ScriptIsolation.Shared),
                List.of(),
                queries);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "tools/call | {\"name\":\"selects\",\"arguments\":{}}",
                "tools/call | {\"name\":\"queries\",\"arguments\":{}}",
                "tools/call | {\"name\":\"calls\",\"arguments\":{}}",
                "tools/call | {\"name\":\"transforms\",\"arguments\":{}}",
                "prompts/get | {\"name\":\"asks\"}",
                "resources/read | {\"uri\":\"shop://customers\"}"
            })
    void noDefinitionShowsAValue(String method, String params) throws Exception {
        var body = client.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/mcp".formatted(port.port())))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(
                                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":%s}"
                                                .formatted(method, params)))
                                .build(),
                        BodyHandlers.ofString())
                .body();

        assertThat(body).contains("****.com").doesNotContain("ann@", "example");
    }
}
