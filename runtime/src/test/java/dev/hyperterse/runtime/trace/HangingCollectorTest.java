package dev.hyperterse.runtime.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Outcome;
import dev.hyperterse.catalog.server.TraceExport;
import dev.hyperterse.catalog.server.TraceExport.Protocol;
import dev.hyperterse.runtime.mcp.call.CallTraces.Started;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import dev.hyperterse.telemetry.otlp.Endpoint;
import dev.hyperterse.testbed.MetricsPage;
import io.opentelemetry.sdk.resources.Resource;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A collector that accepts connections and never answers: calls proceed, and undelivered data is counted. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HangingCollectorTest {
    private static final int MANY = 20_000;

    @AutoClose
    private final ServerSocket collector = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

    private final MetricRegistry metrics = new MetricRegistry();
    private final Exporters exporters = new Exporters(
            new TraceExport("http://127.0.0.1:" + collector.getLocalPort(), Protocol.HttpProtobuf, 1), Endpoint.LIMIT);

    HangingCollectorTest() throws Exception {}

    @Test
    void spansBeyondTheQueueAreDroppedAndCounted() {
        try (var calls = RecordedCalls.open(exporters.endpoint(), 1, Resource.empty(), metrics)) {
            for (var call = 0; call < MANY; call++) {
                calls.begin(
                                Optional.empty(),
                                () -> new Started("tools/call", Optional.of("one"), "1", Optional.empty()))
                        .end(Outcome.Ended.COMPLETED);
            }
        }

        assertThat(count("hyperterse_trace_spans_total", "made")).isEqualTo(MANY);
        assertThat(count("hyperterse_trace_spans_total", "lost")).isLessThan(MANY);
        assertThat(count("hyperterse_trace_spans_total", "sent")).isZero();
    }

    @Test
    void recordsBeyondTheQueueAreDroppedAndCounted() {
        try (var records = SentRecords.open(exporters, Resource.empty(), metrics)) {
            for (var call = 0; call < MANY; call++) {
                records.send(Instant.EPOCH, "completed", Optional.empty(), "{}");
            }
        }

        assertThat(count("hyperterse_audit_records_total", "made")).isEqualTo(MANY);
        assertThat(count("hyperterse_audit_records_total", "lost")).isLessThan(MANY);
        assertThat(count("hyperterse_audit_records_total", "sent")).isZero();
    }

    private long count(String name, String outcome) {
        return MetricsPage.count(metrics.exposition(), name + "{outcome=\"" + outcome + "\"}");
    }
}
