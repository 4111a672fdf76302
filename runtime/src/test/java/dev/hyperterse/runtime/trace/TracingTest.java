package dev.hyperterse.runtime.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.AuditSettings;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.TraceExport;
import dev.hyperterse.catalog.server.TraceExport.Protocol;
import dev.hyperterse.catalog.server.TraceExport.Signal;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.Observation;
import dev.hyperterse.runtime.PublicPort;
import dev.hyperterse.runtime.Replica;
import dev.hyperterse.runtime.ReplicaSettings;
import dev.hyperterse.runtime.audit.CallWatch;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Rules;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.call.CallTraces;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.scripts.author.LoggedScripts;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import dev.hyperterse.telemetry.otlp.Endpoint;
import dev.hyperterse.testbed.OpenMetricsParser;
import dev.hyperterse.testbed.Requirement;
import dev.hyperterse.testbed.ReservedPort;
import dev.hyperterse.testbed.otlp.FakeCollector;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls over HTTP and the spans, metrics and records that a collector gets of them. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@Order(1)
class TracingTest {
    private static final ValueKey URL = ValueKey.adapter("db", "url");
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "00-" + TRACE + "-b7ad6b7169203331-01";
    private static final String OPEN_METRICS = "application/openmetrics-text";
    private static final String UNSAMPLED = "00-" + TRACE + "-b7ad6b7169203331-00";

    @AutoClose
    private final HttpClient client = HttpClient.newHttpClient();

    @AutoClose
    private final FakeCollector collector;

    private final Observation observation = Observation.begin();

    @AutoClose
    private final Replica replica;

    private final PublicPort port;
    private long sequence = 1;

    TracingTest(@TempDir Path data) throws Exception {
        collector = new FakeCollector();
        var keys = KeyRing.random();
        replica = new Replica(
                catalog(Optional.empty()),
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
                observation);
        port = PublicPort.open(replica, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @Test
    void callIsASpanWithItsStages() throws Exception {
        traced(new TraceExport(collector.grpcUrl(), Protocol.Grpc, 1));

        assertThat(call("one", "{\"id\":471147114711471147}").body()).contains("\\\"one\\\":1");

        var call = collector.await("tools/call one");
        assertThat(call.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
        assertThat(attributes(call))
                .containsEntry("mcp.method.name", "tools/call")
                .containsEntry("gen_ai.tool.name", "one")
                .containsEntry("gen_ai.operation.name", "execute_tool")
                .containsEntry("jsonrpc.request.id", "1")
                .containsEntry("hyperterse.adapter", "db")
                .containsEntry("db.system.name", "sqlite");
        var run = collector.await("run");
        assertThat(run.getParentSpanId()).isEqualTo(call.getSpanId());
        assertThat(collector.await("validate").getTraceId()).isEqualTo(call.getTraceId());
        assertThat(collector.text()).as("no argument").doesNotContain("471147114711471147");
    }

    @Test
    void httpCollectorGetsTheSameSpans() throws Exception {
        traced(new TraceExport(collector.httpUrl(), Protocol.HttpProtobuf, 1));

        call("one", "{}");

        assertThat(attributes(collector.await("tools/call one"))).containsEntry("gen_ai.tool.name", "one");
    }

    @Test
    void failureIsRecordedByItsStageWithoutItsMessage() throws Exception {
        traced(new TraceExport(collector.grpcUrl(), Protocol.Grpc, 1));

        assertThat(call("wrong", "{\"id\":1}").body()).contains("no such column: planted");
        assertThat(call("one", "{\"id\":\"planted\"}").body()).contains("validation");

        var wrong = collector.await("tools/call wrong");
        assertThat(attributes(wrong)).containsEntry("error.type", "execution");
        assertThat(wrong.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
        assertThat(attributes(collector.await("tools/call one"))).containsEntry("error.type", "validation");
        assertThat(collector.text()).doesNotContain("planted");
    }

    @Test
    void searchPromptsAndReadsAreSpansToo() throws Exception {
        traced(new TraceExport(collector.grpcUrl(), Protocol.Grpc, 1));

        request("tools/call", "{\"name\":\"search\",\"arguments\":{\"query\":\"one\"}}");
        request("prompts/get", "{\"name\":\"greeting\"}");
        request("resources/read", "{\"uri\":\"test://open\"}");
        request("resources/subscribe", "{\"uri\":\"test://open\"}");

        assertThat(attributes(collector.await("tools/call search"))).containsEntry("gen_ai.tool.name", "search");
        assertThat(attributes(collector.await("prompts/get greeting")))
                .containsEntry("mcp.method.name", "prompts/get")
                .doesNotContainKey("error.type");
        assertThat(attributes(collector.await("resources/read test://open"))).doesNotContainKey("error.type");
        assertThat(attributes(collector.await("resources/subscribe test://open")))
                .containsEntry("error.type", "validation");
    }

    @Test
    void rulesOfAPromptAreAStageOfItsSpan() throws Exception {
        traced(new TraceExport(collector.grpcUrl(), Protocol.Grpc, 1));

        request("prompts/get", "{\"name\":\"ruled\"}");

        var rules = collector.await("rules");
        assertThat(rules.getParentSpanId())
                .isEqualTo(collector.await("prompts/get ruled").getSpanId());
        assertThat(attributes(rules)).containsEntry("error.type", "auth");
    }

    @Test
    void inventedNamesNameNoSpan() throws Exception {
        traced(new TraceExport(collector.grpcUrl(), Protocol.Grpc, 1));

        call("planted", "{}");
        request("prompts/get", "{\"name\":\"planted\"}");
        request("resources/read", "{\"uri\":\"planted://secret\"}");
        call("one", "5");

        assertThat(attributes(collector.await("tools/call", it -> attributes(it).containsValue("resolve"))))
                .doesNotContainKey("gen_ai.tool.name");
        assertThat(attributes(collector.await("prompts/get"))).containsEntry("error.type", "resolve");
        assertThat(attributes(collector.await("resources/read"))).containsEntry("error.type", "resolve");
        collector.await("tools/call", it -> attributes(it).containsValue("validation"));
        assertThat(collector.text()).doesNotContain("planted");
    }

    @Test
    void callIsPartOfTheTraceOfItsClient() throws Exception {
        traced(new TraceExport(collector.grpcUrl(), Protocol.Grpc, 0));

        call("one", "{}", "traceparent", PARENT);

        var call = collector.await("tools/call one");
        assertThat(HexFormat.of().formatHex(call.getTraceId().toByteArray())).isEqualTo(TRACE);
    }

    @Test
    void traceOfTheMessageWinsOverTheHeader() throws Exception {
        traced(new TraceExport(collector.grpcUrl(), Protocol.Grpc, 0));

        post("""
                {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"one","arguments":{},
                 "_meta":{"traceparent":"%s"}}}
                """.formatted(PARENT), "traceparent", UNSAMPLED);

        assertThat(HexFormat.of()
                        .formatHex(
                                collector.await("tools/call one").getTraceId().toByteArray()))
                .isEqualTo(TRACE);
    }

    /** Its spans would fill the queue that all share. */
    @Test
    void callsSampledByAClientAreLimitedPerSecond() {
        try (var tracing = new Tracing(new MetricRegistry(), Endpoint.LIMIT)) {
            tracing.follow(catalog(Optional.of(new TraceExport(collector.grpcUrl(), Protocol.Grpc, 0)))
                    .server());
            var started = new CallTraces.Started("tools/call", Optional.of("one"), "1", Optional.empty());

            assertThat(IntStream.range(0, 100_000)
                            .filter(_ -> tracing.begin(Optional.of(PARENT), () -> started)
                                    .isRecorded())
                            .count())
                    .isGreaterThanOrEqualTo(SampledByClients.MOST_A_SECOND)
                    .isLessThan(50_000);
        }
    }

    @Test
    void metricsCountWaitingCalls() {
        assertThat(observation.metrics().exposition())
                .contains("hyperterse_adapter_calls_waiting{adapter=\"db\"} 0.0\n")
                .contains("hyperterse_script_turns_waiting 0.0\n");
    }

    /** The span that comes after them comes alone. */
    @Test
    void unsampledCallIsNotSent() throws Exception {
        traced(new TraceExport(collector.grpcUrl(), Protocol.Grpc, 1));

        call("wrong", "{}", "traceparent", UNSAMPLED);
        call("one", "{}", "traceparent", "00-nonsense-01");

        collector.await("tools/call one");
        assertThat(collector.text()).doesNotContain("tools/call wrong");
    }

    @ParameterizedTest
    @ValueSource(strings = {UNSAMPLED, "00-nonsense-01", ""})
    void unsampledCallCreatesNoSpan(String parent) {
        try (var tracing = new Tracing(new MetricRegistry(), Endpoint.LIMIT)) {
            tracing.follow(catalog(Optional.of(new TraceExport(collector.grpcUrl(), Protocol.Grpc, 0)))
                    .server());

            var trace = tracing.begin(Optional.of(parent), () -> {
                throw new AssertionError("made");
            });

            assertThat(trace).isSameAs(CallTrace.NONE);
        }
    }

    /** Twelve standard deviations to either side. */
    @Test
    void ratioDecidesCallsOfUntracedClients() {
        try (var tracing = new Tracing(new MetricRegistry(), Endpoint.LIMIT)) {
            tracing.follow(catalog(Optional.of(new TraceExport(collector.grpcUrl(), Protocol.Grpc, 0.5)))
                    .server());
            var started = new CallTraces.Started("tools/call", Optional.of("one"), "1", Optional.empty());

            var sampled = IntStream.range(0, 10_000)
                    .filter(_ -> tracing.begin(Optional.empty(), () -> started).isRecorded())
                    .count();

            assertThat(sampled).isBetween(4_400L, 5_600L);
        }
    }

    @Test
    void newCollectorGetsCallsAfterTheSwap() throws Exception {
        traced(new TraceExport(collector.grpcUrl(), Protocol.Grpc, 1));
        call("one", "{}");
        try (var other = new FakeCollector()) {
            traced(new TraceExport(other.httpUrl(), Protocol.HttpProtobuf, 1));
            call("wrong", "{}");

            other.await("tools/call wrong");
            assertThat(other.text()).doesNotContain("tools/call one");
        }
        collector.await("tools/call one");
        replica.swap(catalog(Optional.empty()));
        assertThat(call("one", "{}").statusCode()).isEqualTo(200);
    }

    @Test
    void callsAreServedWithoutAListeningCollector() throws Exception {
        try (var closed = new ReservedPort()) {
            traced(new TraceExport("http://127.0.0.1:" + closed.number(), Protocol.Grpc, 1));

            assertThat(call("one", "{}").body()).contains("\\\"one\\\":1");

            var lost = Pattern.compile("hyperterse_trace_spans_total\\{outcome=\"lost\"} [1-9]");
            while (!lost.matcher(observation.metrics().exposition()).find()) {
                LockSupport.parkNanos(10_000_000);
                assertThat(Thread.interrupted())
                        .as(() -> observation.metrics().exposition())
                        .isFalse();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void collectorGetsTheConfiguredMetricsAndRecords(Protocol protocol) throws Exception {
        var url = protocol == Protocol.Grpc ? collector.grpcUrl() : collector.httpUrl();
        traced(new TraceExport(url, protocol, 1, Set.of(Signal.Metrics, Signal.Audit)));
        call("one", "{\"id\":1}");
        call("wrong", "{\"id\":2}");

        var record = collector.awaitRecord("\"name\":\"one\"");
        assertThat(record.getBody().getStringValue())
                .startsWith("{\"audit\":\"call\"")
                .contains("\"outcome\":\"completed\"");
        assertThat(collector.awaitRecord("\"name\":\"wrong\"").getAttributesList())
                .anyMatch(it -> it.getKey().equals("hyperterse.outcome")
                        && it.getValue().getStringValue().equals("execution"));
        // The one before sends what it has when it ends.
        traced(new TraceExport(url, protocol, 1));
        var calls = collector
                .awaitMetric("hyperterse_calls_total", it -> it.getSum().getDataPointsList().stream()
                        .anyMatch(point -> point.getAsInt() > 0))
                .getSum();
        assertThat(calls.getIsMonotonic()).isTrue();
        assertThat(calls.getDataPointsList()).anySatisfy(point -> {
            assertThat(point.getAttributes(0).getValue().getStringValue()).isEqualTo("completed");
            assertThat(point.getAsInt()).isEqualTo(1);
        });
        var durations = collector
                .awaitMetric(
                        "hyperterse_call_duration_seconds",
                        it -> it.getHistogram().getDataPoints(0).getCount() == 2)
                .getHistogram()
                .getDataPoints(0);
        assertThat(durations.getBucketCountsCount()).isEqualTo(durations.getExplicitBoundsCount() + 1);
        assertThat(collector.awaitMetric("hyperterse_calls_running").hasGauge()).isTrue();
    }

    @Test
    void recordBelongsToTheSpanOfItsCall() throws Exception {
        traced(new TraceExport(collector.grpcUrl(), Protocol.Grpc, 0, Set.of(Signal.Audit)));
        call("one", "{}", "traceparent", PARENT);
        call("wrong", "{}", "traceparent", UNSAMPLED);
        request("prompts/get", "{\"name\":\"greeting\"}");

        var traced = collector.awaitRecord("\"name\":\"one\"");
        assertThat(hex(traced.getTraceId())).isEqualTo(TRACE);
        assertThat(traced.getSpanId())
                .isEqualTo(collector.await("tools/call one").getSpanId());
        assertThat(traced.getFlags()).isEqualTo(1);
        var untraced = collector.awaitRecord("\"name\":\"wrong\"");
        assertThat(hex(untraced.getTraceId())).isEqualTo(TRACE);
        assertThat(hex(untraced.getSpanId())).as("of the client").isEqualTo("b7ad6b7169203331");
        assertThat(untraced.getFlags()).isZero();
        assertThat(collector.awaitRecord("\"name\":\"greeting\"").getTraceId().isEmpty())
                .isTrue();
    }

    private static String hex(ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    @Test
    void durationHasTheSpanOfARecordedCallAsExemplar() throws Exception {
        traced(new TraceExport(collector.grpcUrl(), Protocol.Grpc, 0, Set.of(Signal.Metrics)));
        call("one", "{}");
        call("one", "{}", "traceparent", UNSAMPLED);
        assertThat(observation.metrics().page(OPEN_METRICS).text())
                .contains("hyperterse_call_duration_seconds_count 2\n")
                .doesNotContain("trace_id");

        call("one", "{}", "traceparent", PARENT);

        var span = HexFormat.of()
                .formatHex(collector.await("tools/call one").getSpanId().toByteArray());
        var page = observation.metrics().page(OPEN_METRICS).text();
        var exemplars = Requirement.fulfil(OpenMetricsParser::fetched).samples(page).stream()
                .filter(sample -> sample.exemplar().isPresent())
                .toList();
        assertThat(exemplars).singleElement().satisfies(sample -> {
            var exemplar = sample.exemplar().orElseThrow();
            assertThat(sample.name()).isEqualTo("hyperterse_call_duration_seconds_bucket");
            assertThat(sample.type()).isEqualTo("histogram");
            assertThat(exemplar.labels().toString())
                    .isEqualTo("{\"trace_id\":\"%s\",\"span_id\":\"%s\"}".formatted(TRACE, span));
            assertThat(exemplar.value())
                    .isPositive()
                    .isLessThanOrEqualTo(
                            Double.parseDouble(sample.labels().get("le").asString()));
        });
        // The one before sends what it has when it ends.
        traced(new TraceExport(collector.grpcUrl(), Protocol.Grpc, 0));
        var sent = collector
                .awaitMetric(
                        "hyperterse_call_duration_seconds",
                        it -> it.getHistogram().getDataPoints(0).getExemplarsCount() > 0)
                .getHistogram()
                .getDataPoints(0)
                .getExemplarsList();
        assertThat(sent).singleElement().satisfies(exemplar -> {
            assertThat(HexFormat.of().formatHex(exemplar.getTraceId().toByteArray()))
                    .isEqualTo(TRACE);
            assertThat(HexFormat.of().formatHex(exemplar.getSpanId().toByteArray()))
                    .isEqualTo(span);
        });
    }

    @Test
    void changeOfCollectorsUnderLoadLosesNoRecord() throws Exception {
        try (var other = new FakeCollector()) {
            for (var call = 0; call < 60; call++) {
                if (call % 10 == 0) {
                    var next = call % 20 == 0 ? collector : other;
                    traced(new TraceExport(next.grpcUrl(), Protocol.Grpc, 0, Set.of(Signal.Audit)));
                }
                call("one", "{}");
            }
            while (collector.records() + other.records() < 60) {
                Thread.sleep(5);
            }
            assertThat(collector.records() + other.records()).isEqualTo(60);
        }
    }

    private void traced(TraceExport export) {
        replica.swap(catalog(Optional.of(export)));
    }

    private Catalog catalog(Optional<TraceExport> traces) {
        var open = Servers.searching()
                .with(Exposure.SearchAndDirect)
                .catalog(
                        sequence++,
                        tool("one", "SELECT 1 AS one"),
                        tool("wrong", "SELECT planted"),
                        Leaves.prompt("greeting", List.of(), new Content.Text(Template.literal("Hi"))),
                        Leaves.prompt("ruled", List.of(), new Content.Text(Template.literal("Hi")))
                                .with(Rules.policy("headers['x-team'] == 'blue'")),
                        Leaves.resource("test://open", Leaves.text("open")));
        var server = open.server();
        var adapter = new Adapter(
                "db",
                Adapter.Access.ReadOnly,
                new Adapter.Pool(2, 1, 30_000, 600_000, 1_800_000),
                10_000,
                1000,
                new Engine.Sqlite(URL, Optional.empty(), Map.of()));
        return new Catalog(
                open.revision(),
                server.with(draft -> {
                    draft.adapters = List.of(adapter);
                    draft.traces = traces;
                    draft.audit = traces.flatMap(it -> it.signals().contains(Signal.Audit)
                            ? Optional.of(new AuditSettings(false))
                            : Optional.empty());
                }),
                open.leaves(),
                new ValueSet("v", Map.of(URL, ":memory:")));
    }

    private static ToolLeaf tool(String name, String sql) {
        return Leaves.tool(name, Leaves.sql(sql));
    }

    private HttpResponse<String> call(String tool, String arguments, String... headers) throws Exception {
        return post("""
                {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":%s}}
                """.formatted(tool, arguments), headers);
    }

    private void request(String method, String params) throws Exception {
        post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":%s}".formatted(method, params));
    }

    private HttpResponse<String> post(String body, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/mcp".formatted(port.port())))
                .header("Content-Type", "application/json");
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    private static Map<String, String> attributes(Span span) {
        return span.getAttributesList().stream()
                .collect(Collectors.toMap(it -> it.getKey(), it -> it.getValue().getStringValue()));
    }
}
