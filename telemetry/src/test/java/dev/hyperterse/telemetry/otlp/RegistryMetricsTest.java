package dev.hyperterse.telemetry.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import io.opentelemetry.sdk.metrics.data.DoubleExemplarData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.resources.Resource;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegistryMetricsTest {
    private static final Instant TIME = Instant.ofEpochSecond(1_700_000_000, 7);
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String SPAN = "b7ad6b7169203331";

    private final MetricRegistry registry = new MetricRegistry();
    private final RegistryMetrics metrics = new RegistryMetrics(registry, () -> TIME, 1);

    @Test
    void anExemplarHasItsSpanAndIsSentOnce() {
        var histogram = registry.histogram("seconds", "", Labels.NONE);
        histogram.record(1_000_000, TIME, TRACE, SPAN);
        histogram.record(1_000_000_000);

        var point = point();
        assertThat(point.getCount()).isEqualTo(2);
        assertThat(point.getExemplars()).singleElement().satisfies(RegistryMetricsTest::isOfTheSpan);

        histogram.record(1_000_000);
        assertThat(point().getExemplars()).isEmpty();
        histogram.record(2_000_000_000, TIME, TRACE, SPAN);
        assertThat(point().getExemplars())
                .extracting(DoubleExemplarData::getValue)
                .containsExactly(2.0);
        assertThat(point().getExemplars()).isEmpty();
    }

    @Test
    void oneCallIsAnExemplarOfEachOfItsHistograms() {
        registry.histogram("a_seconds", "", Labels.NONE).record(1_000_000, TIME, TRACE, SPAN);
        registry.histogram("b_seconds", "", Labels.NONE).record(1_000_000, TIME, TRACE, SPAN);

        assertThat(metrics.produce(Resource.empty())).hasSize(2).allSatisfy(metric -> assertThat(
                        metric.getHistogramData().getPoints().iterator().next().getExemplars())
                .hasSize(1));
    }

    private HistogramPointData point() {
        return List.copyOf(metrics.produce(Resource.empty()))
                .getFirst()
                .getHistogramData()
                .getPoints()
                .iterator()
                .next();
    }

    private static void isOfTheSpan(DoubleExemplarData exemplar) {
        assertThat(exemplar.getValue()).isEqualTo(0.001);
        assertThat(exemplar.getEpochNanos()).isEqualTo(1_700_000_000_000_000_007L);
        assertThat(exemplar.getSpanContext().getTraceId()).isEqualTo(TRACE);
        assertThat(exemplar.getSpanContext().getSpanId()).isEqualTo(SPAN);
        assertThat(exemplar.getSpanContext().isSampled()).isTrue();
        assertThat(exemplar.getFilteredAttributes().isEmpty()).isTrue();
    }
}
