package dev.hyperterse.operator;

import static dev.hyperterse.operator.TestNamespace.SYSTEM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.testbed.ReservedPort;
import dev.hyperterse.testbed.otlp.FakeCollector;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The metrics of an operator at a collector that is not ours; one that is away or hangs keeps it from nothing. */
@RealApiServer
@Timeout(300)
@Order(1)
class SentMetricsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: traced, namespace: %s}
            spec:
              serverInfo:
                instructions: the password is hunter2
            """;

    @TempDir
    private Path folder;

    private TestNamespace namespace;
    private String token;

    @BeforeEach
    void open(ControlPlane controlPlane) {
        namespace = TestNamespace.openToTheOperator(controlPlane, "sent");
        token = namespace.operatorToken();
    }

    @AfterEach
    void giveTheLeaseBack() {
        namespace.anywhere("-n", SYSTEM, "delete", "lease", "hyperterse-operator", "--ignore-not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Grpc", "HttpProtobuf"})
    void aCollectorGetsThemWithTheirNamesAndWhoSends(String protocol, ControlPlane controlPlane) throws Exception {
        try (var collector = new FakeCollector();
                var operator = start(
                        controlPlane, protocol.equals("Grpc") ? collector.grpcUrl() : collector.httpUrl(), protocol)) {
            operator.await("it leads", operator::leads);
            assertThat(operator.terminate()).as(operator.log()).isZero();

            // Sent last when it ended.
            var leaderships = collector.awaitMetric("hyperterse_operator_leaderships_total");
            assertThat(leaderships.getSum().getIsMonotonic()).isTrue();
            assertThat(leaderships.getSum().getDataPoints(0).getAsInt()).isEqualTo(1);
            assertThat(collector.sender("service.name")).contains("hyperterse-operator");
            assertThat(collector.sender("service.namespace")).contains(SYSTEM);
            assertThat(collector.sender("service.instance.id")).contains("operator-0");
        }
    }

    @Test
    void aPublicationLeavesATraceAndNothingOfItsContent(ControlPlane controlPlane) throws Exception {
        namespace.apply(SERVER.formatted(namespace.name()));
        try (var collector = new FakeCollector();
                var operator = start(controlPlane, collector.grpcUrl(), "Grpc")) {
            operator.await("it leads", operator::leads);

            var round = collector.await(
                    "reconcile", span -> attribute(span, "k8s.namespace.name").equals(namespace.name()));
            assertThat(attribute(round, "hyperterse.server")).isEqualTo("traced");
            assertThat(attribute(round, "hyperterse.outcome")).isEqualTo("Published");
            assertThat(attribute(round, "hyperterse.revision")).endsWith(".1");
            for (var stage : List.of("take over", "compile", "publish")) {
                var within = collector.await(stage, span -> span.getTraceId().equals(round.getTraceId()));
                assertThat(within.getParentSpanId()).as(stage).isEqualTo(round.getSpanId());
            }
            assertThat(operator.terminate()).as(operator.log()).isZero();
            assertThat(collector
                            .awaitMetric("hyperterse_operator_reconcile_duration_seconds")
                            .hasHistogram())
                    .isTrue();
            assertThat(collector.text()).doesNotContain("hunter2");
        }
    }

    @Test
    void aCollectorThatHangsIsWaitedForByNothing(ControlPlane controlPlane) throws Exception {
        try (var hanging = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            worksAndEnds(controlPlane, "http://127.0.0.1:" + hanging.getLocalPort());
        }
    }

    @Test
    void aCollectorThatIsAwayIsMissedByNothing(ControlPlane controlPlane) throws Exception {
        try (var closed = new ReservedPort()) {
            worksAndEnds(controlPlane, "http://127.0.0.1:" + closed.number());
        }
    }

    private void worksAndEnds(ControlPlane controlPlane, String endpoint) throws IOException, InterruptedException {
        try (var operator = start(controlPlane, endpoint, "Grpc")) {
            operator.await("it leads", operator::leads);
            operator.await("it counts what is lost", PATIENCE, () -> operator.answer("/metrics")
                    .filter(it -> it.contains("hyperterse_metric_exports_total{outcome=\"lost\"} "))
                    .filter(it -> !it.contains("hyperterse_metric_exports_total{outcome=\"lost\"} 0"))
                    .isPresent());
            assertThat(operator.leads()).isTrue();

            assertThat(operator.terminate()).as(operator.log()).isZero();
            // Given back: the one that took it may do so for a second more.
            assertThat(namespace.anywhere(
                            "-n",
                            SYSTEM,
                            "get",
                            "lease",
                            "hyperterse-operator",
                            "-o",
                            "jsonpath={.spec.leaseDurationSeconds}"))
                    .isEqualTo("1");
        }
    }

    private static String attribute(Span span, String name) {
        return span.getAttributesList().stream()
                .filter(it -> it.getKey().equals(name))
                .map(it -> it.getValue().getStringValue())
                .findFirst()
                .orElse("");
    }

    private ChildOperator start(ControlPlane controlPlane, String endpoint, String protocol) throws IOException {
        var settings = Map.of("HYPERTERSE_OTLP_ENDPOINT", endpoint, "HYPERTERSE_OTLP_PROTOCOL", protocol);
        return ChildOperator.startWith(controlPlane, token, SYSTEM, folder.resolve("operator"), settings);
    }
}
