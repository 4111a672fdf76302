package dev.hyperterse.operator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.catalog.server.TraceExport.Protocol;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import dev.hyperterse.telemetry.otlp.Endpoint;
import dev.hyperterse.telemetry.otlp.Service;
import dev.hyperterse.testbed.MetricsPage;
import dev.hyperterse.testbed.otlp.FakeCollector;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class RecordedReconciliationsTest {
    private static final ServerKey SHOP = new ServerKey("shop", "orders");

    @AutoClose
    private final FakeCollector collector = new FakeCollector();

    private final MetricRegistry metrics = new MetricRegistry();

    RecordedReconciliationsTest() throws IOException {}

    @ParameterizedTest
    @EnumSource
    void aReconciliationIsATraceWithItsStages(Protocol protocol) throws Exception {
        try (var traces = open(protocol)) {
            var trace = traces.begin(SHOP);
            assertThat(trace.stage(ReconcileStage.Compile, () -> "compiled")).isEqualTo("compiled");
            trace.stage(ReconcileStage.Publish, () -> true);
            trace.published("epoch.7", 3);
            trace.ended("Published");
        }

        var round = collector.await("reconcile");
        assertThat(round.getParentSpanId().isEmpty()).isTrue();
        assertThat(text(round, "k8s.namespace.name")).isEqualTo("shop");
        assertThat(text(round, "hyperterse.server")).isEqualTo("orders");
        assertThat(text(round, "hyperterse.outcome")).isEqualTo("Published");
        assertThat(text(round, "hyperterse.revision")).isEqualTo("epoch.7");
        assertThat(number(round, "hyperterse.definitions")).isEqualTo(3);
        for (var stage : new String[] {"compile", "publish"}) {
            var span = collector.await(stage);
            assertThat(span.getTraceId()).as(stage).isEqualTo(round.getTraceId());
            assertThat(span.getParentSpanId()).as(stage).isEqualTo(round.getSpanId());
            assertThat(span.getStatus().getCode()).as(stage).isEqualTo(Status.StatusCode.STATUS_CODE_UNSET);
        }
        assertThat(MetricsPage.count(metrics.exposition(), "hyperterse_trace_spans_total{outcome=\"sent\"}"))
                .isEqualTo(3);
    }

    @Test
    void twoReconciliationsAreTwoTraces() throws Exception {
        try (var traces = open(Protocol.Grpc)) {
            traces.begin(SHOP).stage(ReconcileStage.Compile, () -> {
                // One server beside another, on the thread of its round.
                traces.begin(new ServerKey("shop", "other")).ended("Gone");
                return true;
            });
        }

        assertThat(collector.await("reconcile").getTraceId())
                .isNotEqualTo(collector.await("compile").getTraceId());
    }

    @Test
    void ofAFailureTheTypeIsRecordedAndNotTheMessage() throws Exception {
        var failure = new IllegalStateException("password hunter2 of the database");
        try (var traces = open(Protocol.Grpc)) {
            var trace = traces.begin(SHOP);
            assertThatThrownBy(() -> trace.stage(ReconcileStage.Publish, () -> {
                        throw failure;
                    }))
                    .isSameAs(failure);
            trace.failed(failure);
        }

        for (var name : new String[] {"publish", "reconcile"}) {
            var span = collector.await(name);
            assertThat(span.getStatus().getCode()).as(name).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
            assertThat(text(span, "error.type")).as(name).isEqualTo("java.lang.IllegalStateException");
        }
        assertThat(text(collector.await("reconcile"), "hyperterse.outcome")).isEqualTo("Failed");
        assertThat(collector.text()).doesNotContain("hunter2");
    }

    private RecordedReconciliations open(Protocol protocol) {
        var address = protocol == Protocol.Grpc ? collector.grpcUrl() : collector.httpUrl();
        var service = new Service("hyperterse-operator", "hyperterse-system", Optional.empty(), "operator-0");
        return RecordedReconciliations.open(new Endpoint(address, protocol, Duration.ofMinutes(1)), service, metrics);
    }

    private static String text(Span span, String attribute) {
        return span.getAttributesList().stream()
                .filter(it -> it.getKey().equals(attribute))
                .map(it -> it.getValue().getStringValue())
                .findFirst()
                .orElse("");
    }

    private static long number(Span span, String attribute) {
        return span.getAttributesList().stream()
                .filter(it -> it.getKey().equals(attribute))
                .map(it -> it.getValue().getIntValue())
                .findFirst()
                .orElse(-1L);
    }
}
