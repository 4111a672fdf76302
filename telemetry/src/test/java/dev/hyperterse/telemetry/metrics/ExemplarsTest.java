package dev.hyperterse.telemetry.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.opentelemetry.sdk.metrics.data.DoubleExemplarData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ExemplarsTest {
    private static final String OPEN = "application/openmetrics-text";
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String SPAN = "b7ad6b7169203331";

    private final MetricRegistry registry = new MetricRegistry();

    @Test
    void openMetricsHasCountersWithoutTheirSuffixQuotesEscapedAndAnEnd() {
        registry.counter("calls_total", "All \"calls\".", Labels.of("kind", "a\"b\\c\nd"))
                .add(2);
        registry.gauge("load", "", () -> Double.NEGATIVE_INFINITY);

        var page = registry.page(OPEN);

        assertThat(page.contentType()).isEqualTo("application/openmetrics-text; version=1.0.0; charset=utf-8");
        assertThat(page.text()).isEqualTo("""
                # HELP calls All \\"calls\\".
                # TYPE calls counter
                calls_total{kind="a\\"b\\\\c\\nd"} 2
                # HELP load\s
                # TYPE load gauge
                load -Inf
                # EOF
                """);
    }

    @Test
    void aCallThatIsRecordedIsTheExemplarOfItsBucket() {
        var histogram = registry.histogram("seconds", "", Labels.of("kind", "x"));
        histogram.record(1_000_000);
        histogram.record(1_000_000, TRACE, SPAN);
        histogram.record(Long.MAX_VALUE, TRACE, SPAN);

        assertThat(registry.page(OPEN).text().replaceAll(" \\d+\\.\\d{3}\n", " time\n"))
                .contains("""
                seconds_bucket{kind="x",le="5.24288E-4"} 0
                seconds_bucket{kind="x",le="0.001048576"} 2 # {trace_id="%s",span_id="%s"} 0.001 time
                seconds_bucket{kind="x",le="0.002097152"} 2
                """.formatted(TRACE, SPAN))
                .contains("le=\"+Inf\"} 3 # {trace_id=\"%s\",span_id=\"%s\"} 9.223372036854776E9 time\n"
                        .formatted(TRACE, SPAN))
                .contains("seconds_count{kind=\"x\"} 3\n");
    }

    @Test
    void anExemplarSaysWhenItsCallEnded() {
        var histogram = registry.histogram("seconds", "", Labels.NONE);
        var before = System.currentTimeMillis();
        histogram.record(1_000_000, TRACE, SPAN);
        var after = System.currentTimeMillis();

        var time = Pattern.compile("\\} 0\\.001 (\\d+\\.\\d{3})\n")
                .matcher(registry.page(OPEN).text());
        assertThat(time.find()).isTrue();
        assertThat(Math.round(Double.parseDouble(time.group(1)) * 1_000)).isBetween(before, after);
    }

    @Test
    void theTextOfPrometheusHasNone() {
        registry.histogram("seconds", "", Labels.NONE).record(1_000_000, TRACE, SPAN);

        assertThat(registry.page("").text()).isEqualTo(registry.exposition());
        assertThat(registry.exposition())
                .contains("seconds_bucket{le=\"0.001048576\"} 1\n")
                .doesNotContain(TRACE, "EOF", " # ");
    }

    @Test
    void aBucketHasTheLast() {
        var histogram = registry.histogram("seconds", "", Labels.NONE);
        for (var call = 0; call < 1_000; call++) {
            histogram.record(1_000_000 + call, TRACE, "%016x".formatted(call));
        }

        assertThat(registry.page(OPEN).text().lines().filter(line -> line.contains(" # {")))
                .hasSize(1)
                .first()
                .asString()
                .contains("span_id=\"%016x\"} 0.001000999 ".formatted(999));
    }

    @Test
    void aPageKeepsThoseOfThePagesBefore() {
        var histogram = registry.histogram("seconds", "", Labels.NONE);
        histogram.record(1_000_000, TRACE, SPAN);
        registry.exposition();
        histogram.record(1_000_000);
        histogram.record(3_000_000, TRACE, SPAN);

        for (var scrape = 0; scrape < 2; scrape++) {
            assertThat(registry.page(OPEN).text().lines().filter(line -> line.contains(" # {")))
                    .satisfiesExactly(line -> assertThat(line).contains("} 2 # {", "} 0.001 "), line -> assertThat(line)
                            .contains("} 3 # {", "} 0.003 "));
        }
    }

    @Test
    void aCollectorGetsEachOnceAndAlsoThoseThatWereScraped() {
        var histogram = registry.histogram("seconds", "", Labels.NONE);
        histogram.record(1_000_000, TRACE, SPAN);
        histogram.record(1_000_000_000);
        registry.exposition();

        var point = collected("seconds");
        assertThat(point.getCount()).isEqualTo(2);
        assertThat(point.getExemplars()).singleElement().satisfies(ExemplarsTest::isOfTheSpan);

        histogram.record(1_000_000);
        assertThat(collected("seconds").getExemplars()).isEmpty();
        histogram.record(2_000_000_000, TRACE, SPAN);
        assertThat(collected("seconds").getExemplars())
                .extracting(DoubleExemplarData::getValue)
                .containsExactly(2.0);
        assertThat(collected("seconds").getExemplars()).isEmpty();
    }

    private HistogramPointData collected(String name) {
        return registry.collect().stream()
                .filter(metric -> metric.getName().equals(name))
                .flatMap(metric -> metric.getHistogramData().getPoints().stream())
                .findFirst()
                .orElseThrow();
    }

    private static void isOfTheSpan(DoubleExemplarData exemplar) {
        assertThat(exemplar.getValue()).isEqualTo(0.001);
        assertThat(exemplar.getSpanContext().getTraceId()).isEqualTo(TRACE);
        assertThat(exemplar.getSpanContext().getSpanId()).isEqualTo(SPAN);
        assertThat(exemplar.getSpanContext().isSampled()).isTrue();
        assertThat(exemplar.getFilteredAttributes().isEmpty()).isTrue();
    }

    /** A name without the suffix would be that of a family, and clash with a gauge of this name. */
    @Test
    void aCounterOfAnotherNameIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> registry.counter("calls", "", Labels.NONE));
        assertThatIllegalArgumentException().isThrownBy(() -> registry.counted("calls", "", () -> 1));
    }
}
