package dev.hyperterse.telemetry.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricRegistryTest {
    private final MetricRegistry registry = new MetricRegistry();

    @Test
    void familiesAndSeriesComeInAStableOrder() {
        registry.counter("b_total", "Second.", Labels.of("kind", "y")).add(2);
        registry.counter("b_total", "Second.", Labels.of("kind", "x")).increment();
        registry.gauge("a", "First.", () -> 1.5);
        assertThat(registry.exposition()).isEqualTo("""
                # HELP a First.
                # TYPE a gauge
                a 1.5
                # HELP b_total Second.
                # TYPE b_total counter
                b_total{kind="x"} 1
                b_total{kind="y"} 2
                """);
    }

    @Test
    void theSameNameAndLabelsAreTheSameCounter() {
        registry.counter("calls_total", "", Labels.NONE).increment();
        registry.counter("calls_total", "", Labels.NONE).increment();
        assertThat(registry.exposition()).contains("\ncalls_total 2\n");
    }

    @Test
    void seriesThatGoAreOnNoPageAndWithNoCollector() {
        var calls = new HashMap<>(Map.of(Labels.of("tool", "a"), 3L, Labels.of("tool", "b"), 0L));
        var slow = new Durations();
        slow.record(4_194_304);
        slow.record(4_194_305);
        slow.record(70_000_000_000L);
        var times = new HashMap<>(Map.of(Labels.of("tool", "a"), slow, Labels.of("tool", "b"), new Durations()));
        registry.counts("calls_total", "", () -> calls);
        registry.durations("seconds", "", () -> times);
        assertThat(registry.exposition())
                .contains("calls_total{tool=\"a\"} 3\ncalls_total{tool=\"b\"} 0\n")
                .contains("# TYPE seconds histogram\nseconds_bucket{tool=\"a\",le=\"0.004194304\"} 1\n")
                .contains("{tool=\"a\",le=\"0.016777216\"} 2\n", "{tool=\"a\",le=\"68.719476736\"} 2\n")
                .contains(
                        "{tool=\"a\",le=\"+Inf\"} 3\nseconds_sum{tool=\"a\"} 70.008388609\nseconds_count{tool=\"a\"} 3\n")
                .contains("seconds_count{tool=\"b\"} 0\n");

        calls.remove(Labels.of("tool", "a"));
        times.remove(Labels.of("tool", "a"));
        assertThat(registry.exposition()).doesNotContain("tool=\"a\"").contains("calls_total{tool=\"b\"} 0\n");
        assertThat(registry.collect().stream()
                        .flatMap(metric -> metric.getData().getPoints().stream())
                        .map(point -> point.getAttributes().toString()))
                .containsExactly("{tool=\"b\"}", "{tool=\"b\"}");

        calls.clear();
        times.clear();
        assertThat(registry.exposition()).contains("# TYPE seconds histogram\n").doesNotContain("tool=");
        assertThat(registry.collect()).isEmpty();
    }

    @Test
    void whatHasNoValueYetIsShown() {
        registry.counter("calls_total", "", Labels.NONE);
        registry.histogram("seconds", "", Labels.of("kind", "x"));
        registry.gauges("adapters", "None.", Map::of);
        registry.gauge("memory", "", () -> Double.NaN);
        assertThat(registry.exposition())
                .contains("# HELP adapters None.\n# TYPE adapters gauge\n#", "\ncalls_total 0\n")
                .contains("# TYPE memory gauge\n#")
                .contains("seconds_bucket{kind=\"x\",le=\"6.5536E-5\"} 0\n", "{kind=\"x\",le=\"+Inf\"} 0\n")
                .contains("seconds_sum{kind=\"x\"} 0.0\nseconds_count{kind=\"x\"} 0\n");
    }

    /** The SDK folds series into one beyond 2,000, unless told otherwise. */
    @Test
    void manyAdaptersHaveASeriesEach() {
        var adapters = IntStream.range(0, 3_000)
                .boxed()
                .collect(Collectors.toMap(adapter -> Labels.of("name", "a" + adapter), Integer::doubleValue));
        registry.gauges("adapters", "", () -> adapters);
        adapters.keySet().forEach(labels -> registry.counter("calls_total", "", labels));
        assertThat(registry.exposition().lines().filter(line -> !line.startsWith("#")))
                .hasSize(6_000)
                .contains("adapters{name=\"a2999\"} 2999.0", "calls_total{name=\"a2999\"} 0");
    }

    @Test
    void oneNameHasOneType() {
        registry.counter("calls_total", "", Labels.NONE);
        assertThatIllegalStateException().isThrownBy(() -> registry.histogram("calls_total", "", Labels.NONE));
        assertThatIllegalStateException().isThrownBy(() -> registry.gauge("calls_total", "", () -> 1));
    }

    @Test
    void labelValuesAndHelpAreEscaped() {
        registry.gauges("adapters", "A \\ and\na line.", () -> Map.of(Labels.of("name", "a\"b\\c\nd"), 1.0));
        assertThat(registry.exposition()).isEqualTo("""
                # HELP adapters A \\\\ and\\na line.
                # TYPE adapters gauge
                adapters{name="a\\"b\\\\c\\nd"} 1.0
                """);
    }

    @Test
    void gaugesFollowWhatIsThere() {
        var present = new HashMap<Labels, Double>();
        registry.gauges("adapters", "", () -> present);
        present.put(Labels.of("name", "a"), 1.0);
        assertThat(registry.exposition()).contains("name=\"a\"");
        present.clear();
        assertThat(registry.exposition()).doesNotContain("name=\"a\"");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 6.5536E-5",
        "65536, 6.5536E-5",
        "65537, 1.31072E-4",
        "1000000, 0.001048576",
        "1048576, 0.001048576",
        "68719476736, 68.719476736",
        "68719476737, +Inf",
        "9223372036854775807, +Inf",
    })
    void aDurationFallsInTheFirstBucketThatHoldsIt(long nanos, String bound) {
        var histogram = registry.histogram("seconds", "", Labels.NONE);
        histogram.record(nanos);
        var first = registry.exposition()
                .lines()
                .filter(line -> line.startsWith("seconds_bucket") && line.endsWith(" 1"))
                .findFirst();
        assertThat(first).contains("seconds_bucket{le=\"" + bound + "\"} 1");
    }

    @Test
    void bucketsAreCumulativeAndEndWithTheCount() {
        var histogram = registry.histogram("seconds", "", Labels.NONE);
        List.of(1_000L, 5_000_000L, 2_000_000_000L).forEach(histogram::record);
        assertThat(registry.exposition())
                .contains("seconds_bucket{le=\"0.008388608\"} 2\n")
                .contains("seconds_bucket{le=\"+Inf\"} 3\n")
                .contains("seconds_sum 2.005001\n")
                .endsWith("seconds_count 3\n");
    }

    @Test
    void theProcessTellsItsBasics() {
        ProcessMetrics.register(registry);
        assertThat(registry.exposition())
                .contains("jvm_memory_heap_used_bytes ", "process_cpu_seconds_total ", "jvm_threads_platform ");
    }
}
