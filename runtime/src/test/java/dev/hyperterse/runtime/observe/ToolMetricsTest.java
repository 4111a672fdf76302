package dev.hyperterse.runtime.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which tools have series, and for how long. */
class ToolMetricsTest {
    private final MetricRegistry registry = new MetricRegistry();
    private final ToolMetrics metrics = new ToolMetrics(registry);

    @Test
    void toolsThatFitHaveTheirSeriesFromZero() {
        metrics.follow(true, Set.of("a", "b"));
        metrics.ran("a", Ended.COMPLETED, 5_000_000);
        metrics.ran("a", new Outcome.Failed(Stage.TIMEOUT), 5_000_000);

        assertThat(calls())
                .containsExactlyInAnyOrder(
                        "{" + labels("a", "completed") + "} 1",
                        "{" + labels("a", "timeout") + "} 1",
                        "{" + labels("b", "completed") + "} 0");
        assertThat(registry.exposition())
                .contains("hyperterse_tool_call_duration_seconds_count{tool=\"a\"} 2\n")
                .contains("hyperterse_tool_call_duration_seconds_count{tool=\"b\"} 0\n");
    }

    @Test
    void nothingIsCountedByToolUnlessEnabled() {
        metrics.follow(false, Set.of("a"));
        metrics.ran("a", Ended.COMPLETED, 1);

        assertThat(registry.exposition())
                .contains("# TYPE hyperterse_tool_calls_total counter\n")
                .doesNotContain("{");
    }

    @Test
    void ofManyToolsThoseCalledFirstHaveSeriesAndTheOthersShareOne() {
        metrics.follow(true, named(0, 250));
        assertThat(calls()).isEmpty();

        named(0, 250).stream().sorted().forEach(tool -> metrics.ran(tool, Ended.COMPLETED, 1));
        metrics.ran("t249", Ended.COMPLETED, 1);
        metrics.ran("t000", Ended.COMPLETED, 1);

        assertThat(calls())
                .hasSize(ToolMetrics.MOST + 1)
                .contains("{" + labels("(others)", "completed") + "} 51")
                .contains("{" + labels("t000", "completed") + "} 2")
                .contains("{" + labels("t199", "completed") + "} 1")
                .doesNotContain("{" + labels("t249", "completed") + "} 2");
    }

    @Test
    void countersGoOnAfterASwapAndEndWithTheirTools() {
        metrics.follow(true, named(0, 250));
        named(0, 250).stream().sorted().forEach(tool -> metrics.ran(tool, Ended.COMPLETED, 1));

        metrics.follow(true, named(1, 250));
        metrics.ran("t249", Ended.COMPLETED, 1);
        metrics.ran("t248", Ended.COMPLETED, 1);
        metrics.ran("t001", Ended.COMPLETED, 1);

        assertThat(calls())
                .hasSize(ToolMetrics.MOST + 1)
                .contains("{" + labels("t001", "completed") + "} 2")
                .contains("{" + labels("t249", "completed") + "} 1")
                .contains("{" + labels("(others)", "completed") + "} 51")
                .noneMatch(line -> line.contains("t000"));
    }

    @Test
    void callThatEndsAfterItsToolWasRemovedBringsNoSeriesBack() {
        metrics.follow(true, Set.of("a", "b"));
        metrics.follow(true, Set.of("b"));
        metrics.ran("a", Ended.COMPLETED, 1);

        assertThat(calls()).containsExactly("{" + labels("b", "completed") + "} 0");
    }

    @Test
    void callThatIsRefusedCountsForNoTool() {
        metrics.follow(true, named(0, 201));
        metrics.ran("t000", new Outcome.Failed(Stage.RATE_LIMITED), 1);
        metrics.ran("t001", new Outcome.Failed(Stage.AUTH), 1);

        assertThat(calls()).isEmpty();
    }

    @Test
    void toolsWithoutCallsMakeRoomWhenTheServerGrows() {
        metrics.follow(true, named(0, ToolMetrics.MOST));
        metrics.ran("t000", Ended.COMPLETED, 1);
        metrics.follow(true, named(0, ToolMetrics.MOST + 1));
        metrics.ran("t200", Ended.COMPLETED, 1);

        assertThat(calls())
                .containsExactlyInAnyOrder(
                        "{" + labels("t000", "completed") + "} 1", "{" + labels("t200", "completed") + "} 1");
    }

    @Test
    void callsOfOthersEndWhenAllToolsFitAgain() {
        metrics.follow(true, named(0, 201));
        named(0, 201).forEach(tool -> metrics.ran(tool, Ended.COMPLETED, 1));
        metrics.follow(true, named(0, ToolMetrics.MOST));
        metrics.ran("t200", Ended.COMPLETED, 1);

        assertThat(calls()).noneMatch(line -> line.contains("(others)")).hasSize(ToolMetrics.MOST);
    }

    @Test
    void seriesBeginAgainAfterTheyWereDisabled() {
        metrics.follow(true, named(0, 201));
        named(0, 201).forEach(tool -> metrics.ran(tool, Ended.COMPLETED, 1));
        metrics.follow(false, named(0, 201));
        assertThat(calls()).isEmpty();

        metrics.follow(true, Set.of("t000"));
        assertThat(calls()).containsExactly("{" + labels("t000", "completed") + "} 0");
    }

    private static Set<String> named(int from, int to) {
        return IntStream.range(from, to).mapToObj("t%03d"::formatted).collect(Collectors.toSet());
    }

    /** The labels of the page are in the order of their names. */
    private static String labels(String tool, String outcome) {
        return "outcome=\"%s\",tool=\"%s\"".formatted(outcome, tool);
    }

    private List<String> calls() {
        var name = "hyperterse_tool_calls_total{";
        return registry.exposition()
                .lines()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length() - 1))
                .toList();
    }
}
