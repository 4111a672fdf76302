package dev.hyperterse.runtime.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.StatementComments;
import dev.hyperterse.catalog.server.TraceExport;
import dev.hyperterse.catalog.server.TraceExport.Protocol;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.Observation;
import dev.hyperterse.runtime.PublicPort;
import dev.hyperterse.runtime.Replica;
import dev.hyperterse.runtime.ReplicaSettings;
import dev.hyperterse.runtime.audit.CallWatch;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.seal.CallerSeal;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.scripts.author.LoggedScripts;
import dev.hyperterse.testbed.otlp.FakeCollector;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import io.opentelemetry.proto.trace.v1.Span;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls over HTTP with {@code statementComments: Trace}, and the statements that the database sees of them. */
@ExtendWith(Postgres.class)
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class StatementTracesIT {
    private static final ValueKey KEYS = ValueKey.auth("partners", "keys");
    private static final String KEY = "0123456789abcdef0123456789abcdef";
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "00-" + TRACE + "-b7ad6b7169203331-01";
    private static final String SEEN = "SELECT query FROM pg_stat_activity WHERE pid = pg_backend_pid()";
    private static final Pattern COMMENT = Pattern.compile(
            "/\\*action='(?<action>[\\w.%-]*)',application='shop%2Fshop'"
                    + "(,principal='(?<principal>[0-9a-f]{16})',traceparent='00-(?<trace>[0-9a-f]{32})-(?<span>[0-9a-f]{16})-01')?\\*/\"");

    @AutoClose
    private final HttpClient client = HttpClient.newHttpClient();

    @AutoClose
    private final FakeCollector collector = new FakeCollector();

    private final KeyRing keys = KeyRing.random();

    @AutoClose
    private final Replica replica;

    private final PublicPort port;

    StatementTracesIT(@TempDir Path data, PostgresDatabase database) throws Exception {
        replica = new Replica(
                catalog(database),
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

    @Test
    void statementHasTheSpanOfItsStageAndTheHashOfItsCaller() throws Exception {
        var comment = comment("seen", PARENT);

        assertThat(comment.group("action")).isEqualTo("seen");
        assertThat(comment.group("trace")).isEqualTo(TRACE);
        assertThat(comment.group("span")).isEqualTo(id(collector.await("run")));
        assertThat(comment.group("principal"))
                .isEqualTo(new CallerSeal("server-uid", () -> keys)
                        .of(Principal.named("partners", "acme"))
                        .orElseThrow());
    }

    @Test
    void queryOfAScriptBelongsToItsCall() throws Exception {
        var comment = comment("queries", PARENT);

        assertThat(comment.group("action")).isEqualTo("queries");
        assertThat(comment.group("trace")).isEqualTo(TRACE);
        assertThat(comment.group("span")).isEqualTo(id(collector.await("query seen")));
    }

    @Test
    void toolCalledByAScriptBelongsToItsCall() throws Exception {
        var comment = comment("calls", PARENT);

        assertThat(comment.group("action")).isEqualTo("seen");
        assertThat(comment.group("trace")).isEqualTo(TRACE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00-" + TRACE + "-b7ad6b7169203331-00",
                "00-" + TRACE + "'*/-b7ad6b7169203331-01",
                "00-" + TRACE + "-b7ad6b716920'*/;-01",
                "00-" + TRACE + "-b7ad6b7169203331-01'*/ DROP TABLE x --",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-" + TRACE + "-0000000000000000-01",
                "ff-" + TRACE + "-b7ad6b7169203331-01",
                "',traceparent='",
                "%27*/",
            })
    void unsampledOrMalformedTraceIsInNoStatement(String parent) throws Exception {
        assertThat(comment("seen", parent).group("trace")).isNull();
    }

    private Matcher comment(String tool, String parent) throws Exception {
        var body = client.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/mcp".formatted(port.port())))
                                .header("Content-Type", "application/json")
                                .header("X-API-Key", KEY)
                                .header("traceparent", parent)
                                .POST(BodyPublishers.ofString("""
                                        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":{}}}
                                        """.formatted(tool)))
                                .build(),
                        BodyHandlers.ofString())
                .body();
        var comment = COMMENT.matcher(body.replace("\\\"", "\""));
        assertThat(comment.find()).as(body).isTrue();
        return comment;
    }

    private static String id(Span span) {
        return HexFormat.of().formatHex(span.getSpanId().toByteArray());
    }

    private Catalog catalog(PostgresDatabase database) {
        var statement = new SqlStatement(Dialect.POSTGRES, List.of(new Segment.Text(SEEN)));
        var run = new Action.RunSql("db", statement, SEEN);
        var open = Servers.searching()
                .with(Exposure.Direct)
                .catalog(
                        1,
                        Leaves.tool("seen", run),
                        script(
                                "queries",
                                "ctx.query('seen')",
                                List.of(new Action.Query("seen", Optional.empty(), run))),
                        script("calls", "ctx.call('seen', {})", List.of()));
        var auth = new AuthSettings(
                AuthSettings.Mode.Required,
                List.of(new AuthPlugin.ApiKeys("partners", "X-API-Key", KEYS)),
                Optional.empty(),
                Optional.empty());
        var values = new HashMap<>(TestAdapters.values(database));
        values.put(KEYS, new ApiKeyDigests(Map.of(ApiKeyDigests.digest(KEY), "acme")).write());
        return new Catalog(
                open.revision(),
                open.server().with(draft -> {
                    draft.adapters = List.of(TestAdapters.postgres(Access.ReadOnly));
                    draft.auth = auth;
                    draft.traces = Optional.of(new TraceExport(collector.grpcUrl(), Protocol.Grpc, 0, Set.of(), true));
                    draft.statementComments = Optional.of(StatementComments.Tool);
                }),
                open.leaves(),
                new ValueSet("v", values));
    }

    private static ToolLeaf script(String name, String expression, List<Action.Query> queries) {
        var code = "export default async ({ inputs }, ctx) => await " + expression;
        var module = new ScriptModule(name + ".js", code, Optional.empty());
        return Leaves.tool(
                name,
                new Action.RunScript(
                        new CompiledScript("digest", List.of(module), ScriptIsolation.Shared), List.of(), queries));
    }
}
