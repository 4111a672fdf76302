package dev.hyperterse.runtime.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.FetchGrant;
import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.TraceExport;
import dev.hyperterse.catalog.server.TraceExport.Protocol;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.Observation;
import dev.hyperterse.runtime.PublicPort;
import dev.hyperterse.runtime.Replica;
import dev.hyperterse.runtime.ReplicaSettings;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.testbed.otlp.FakeCollector;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The spans of the requests that scripts make, and the header that their fetches send. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ScriptTracesTest {
    private static final ValueKey URL = ValueKey.adapter("db", "url");
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "00-" + TRACE + "-b7ad6b7169203331-01";
    private static final String UNSAMPLED = "00-" + TRACE + "-b7ad6b7169203331-00";
    private static final String OWN = "00-11111111111111111111111111111111-2222222222222222-01";

    @AutoClose
    private final HttpClient client = HttpClient.newHttpClient();

    @AutoClose
    private final FakeCollector collector = new FakeCollector();

    private final HttpServer upstream;

    @AutoClose
    private final Replica replica;

    private final PublicPort port;

    ScriptTracesTest(@TempDir Path data) throws Exception {
        upstream = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        upstream.createContext("/", exchange -> {
            var parent = String.valueOf(exchange.getRequestHeaders().get("traceparent"));
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/missing") ? 404 : 200, 0);
            try (var body = exchange.getResponseBody()) {
                body.write(parent.getBytes());
            }
        });
        upstream.start();
        var keys = KeyRing.random();
        replica = new Replica(
                catalog(),
                new ReplicaSettings(data, data, () -> keys, false, Handover.standard()),
                Observation.begin());
        port = PublicPort.open(replica, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterEach
    void stop() {
        upstream.stop(0);
    }

    @Test
    void queryIsASpanOfADatabaseClientBelowItsStage() throws Exception {
        assertThat(call("queries", PARENT)).contains("\\\"one\\\":1");

        var query = collector.await("query numbers");
        assertThat(query.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
        assertThat(id(query.getTraceId().toByteArray())).isEqualTo(TRACE);
        assertThat(query.getParentSpanId()).isEqualTo(collector.await("run").getSpanId());
        assertThat(attributes(query))
                .containsEntry("db.system.name", "sqlite")
                .containsEntry("hyperterse.adapter", "db")
                .containsEntry("hyperterse.query", "numbers");
        assertThat(collector.text()).as("no argument").doesNotContain("471147114711471147");
    }

    @Test
    void failedQueryIsAFailedSpan() throws Exception {
        call("fails", PARENT);

        var query = collector.await("query faulty");
        assertThat(query.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
        assertThat(query.getStatus().getMessage()).isEmpty();
        assertThat(attributes(query)).containsEntry("error.type", "execution");
    }

    @Test
    void calledToolIsASpanAroundTheQueriesOfItsScript() throws Exception {
        assertThat(call("calls", PARENT)).contains("\\\"one\\\":1");

        var called = collector.await("execute_tool queries");
        assertThat(called.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_INTERNAL);
        assertThat(called.getParentSpanId()).isEqualTo(collector.await("run").getSpanId());
        assertThat(attributes(called))
                .containsEntry("gen_ai.operation.name", "execute_tool")
                .containsEntry("gen_ai.tool.name", "queries");
        assertThat(collector.await("query numbers").getParentSpanId()).isEqualTo(called.getSpanId());
    }

    @Test
    void fetchIsASpanOfAnHttpClientAndSendsItsIdentity() throws Exception {
        var answer = call("fetches", PARENT);

        var fetch = collector.await("GET");
        assertThat(fetch.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
        assertThat(fetch.getParentSpanId()).isEqualTo(collector.await("run").getSpanId());
        assertThat(attributes(fetch))
                .containsEntry("http.request.method", "GET")
                .containsEntry("server.address", "127.0.0.1")
                .doesNotContainKey("error.type");
        assertThat(number(fetch, "http.response.status_code")).isEqualTo(200);
        assertThat(number(fetch, "server.port")).isEqualTo(upstream.getAddress().getPort());
        assertThat(answer)
                .contains("[00-%s-%s-01]".formatted(TRACE, id(fetch.getSpanId().toByteArray())));
        assertThat(collector.text()).as("no URL").doesNotContain("secret-path");
    }

    @Test
    void responseWithAnErrorIsAFailedSpan() throws Exception {
        call("misses", PARENT);

        var fetch = collector.await("GET");
        assertThat(fetch.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
        assertThat(attributes(fetch)).containsEntry("error.type", "404");
        assertThat(number(fetch, "http.response.status_code")).isEqualTo(404);
    }

    @Test
    void headerOfTheScriptIsKept() throws Exception {
        assertThat(call("decides", PARENT)).contains("[" + OWN + "]");

        collector.await("GET");
    }

    /** The host of such a request is the script's, which may have made it of a secret. */
    @Test
    void refusedFetchIsNoSpan() throws Exception {
        assertThat(call("refuses", PARENT)).contains("refused");

        collector.await("run");
        assertThat(collector.text()).doesNotContain("secret-host");
    }

    @Test
    void fetchOfAnUntracedCallSendsNoHeader() throws Exception {
        assertThat(call("fetches", UNSAMPLED)).contains("null");
    }

    @Test
    void spansOfOneCallAreLimited() throws Exception {
        assertThat(call("repeats", PARENT)).contains("\\\"value\\\":150");

        collector.await("tools/call repeats");
        assertThat(collector.text().split("query numbers", -1)).hasSize(RequestSpans.MOST + 1);
    }

    private Catalog catalog() {
        var numbers =
                new Action.Query("numbers", Optional.empty(), Leaves.sql("SELECT 1 AS one, 471147114711471147 AS two"));
        var faulty = new Action.Query("faulty", Optional.empty(), Leaves.sql("SELECT planted"));
        var origin = "http://127.0.0.1:" + upstream.getAddress().getPort();
        var fetched = "{text: await (await fetch('%s/secret-path'%s)).text()}";
        var open = Servers.searching()
                .with(Exposure.Direct)
                .catalog(
                        1,
                        script("queries", "(await ctx.query('numbers')).map(({one}) => ({one}))", numbers),
                        script("fails", "ctx.query('faulty')", faulty),
                        script("calls", "ctx.call('queries', {})"),
                        script("fetches", fetched.formatted(origin, "")),
                        script("refuses", "await fetch('https://secret-host.example.com/').catch(() => 'refused')"),
                        script("misses", "(await fetch('%s/missing')).status".formatted(origin)),
                        script("decides", fetched.formatted(origin, ", {headers: {TraceParent: '" + OWN + "'}}")),
                        script(
                                "repeats",
                                "(async () => { let count = 0; for (; count < 150; count++) await ctx.query('numbers'); return count })()",
                                numbers));
        var adapter = new Adapter(
                "db",
                Adapter.Access.ReadOnly,
                new Adapter.Pool(2, 1, 30_000, 600_000, 1_800_000),
                10_000,
                1000,
                new Engine.Sqlite(URL, Optional.empty(), Map.of()));
        return new Catalog(
                open.revision(),
                open.server().with(draft -> {
                    draft.adapters = List.of(adapter);
                    draft.traces = Optional.of(new TraceExport(collector.grpcUrl(), Protocol.Grpc, 0));
                }),
                open.leaves(),
                new ValueSet("v", Map.of(URL, ":memory:")));
    }

    private ToolLeaf script(String name, String expression, Action.Query... queries) {
        var code = "export default async ({ inputs }, ctx) => await " + expression;
        if (expression.startsWith("{")) {
            code = "export default async () => (" + expression + ")";
        }
        var module = new ScriptModule(name + ".js", code, Optional.empty());
        var grant = new FetchGrant(
                "http://127.0.0.1:" + upstream.getAddress().getPort(), Addresses.Public, Optional.empty());
        return Leaves.tool(
                name,
                new Action.RunScript(
                        new CompiledScript("digest", List.of(module), ScriptIsolation.Shared),
                        List.of(),
                        List.of(queries),
                        List.of(grant)));
    }

    private String call(String tool, String parent) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/mcp".formatted(port.port())))
                .header("Content-Type", "application/json")
                .header("traceparent", parent)
                .POST(BodyPublishers.ofString("""
                        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":{}}}
                        """.formatted(tool)))
                .build();
        return client.send(request, BodyHandlers.ofString()).body();
    }

    private static String id(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static long number(Span span, String attribute) {
        return span.getAttributesList().stream()
                .filter(it -> it.getKey().equals(attribute))
                .mapToLong(it -> it.getValue().getIntValue())
                .findFirst()
                .orElse(0);
    }

    private static Map<String, String> attributes(Span span) {
        return span.getAttributesList().stream()
                .collect(Collectors.toMap(it -> it.getKey(), it -> it.getValue().getStringValue()));
    }
}
