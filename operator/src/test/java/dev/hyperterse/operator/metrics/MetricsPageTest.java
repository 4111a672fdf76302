package dev.hyperterse.operator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.operator.queue.Depth;
import dev.hyperterse.testbed.MetricsPage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricsPageTest {
    private static final Path PAGE = Path.of("src/test/resources/metrics/page.txt");

    @Test
    void anOperatorThatLeadsShowsTheFamiliesSeriesAndBoundsThatDashboardsRead() throws Exception {
        var metrics = new OperatorMetrics();
        metrics.watches(() -> Map.of("Tool", 1));
        metrics.outdatedDefinitions(() -> Map.of("Tool", 0));
        metrics.leads(new LeadershipFigures(List.of(new Queue("publish", 2)), () -> 0));

        var page = metrics.registry().exposition();

        assertThat(MetricsPage.withoutValues(page)).isEqualTo(MetricsPage.kept(PAGE, page));
    }

    @Test
    void figuresOfALeadershipEndWithIt() {
        var metrics = new OperatorMetrics();
        metrics.leads(new LeadershipFigures(List.of(new Queue("publish", 2)), () -> 0));
        metrics.stoppedLeading();

        assertThat(metrics.registry().exposition())
                .contains("hyperterse_operator_leading 0.0", "hyperterse_operator_leaderships_total 1\n")
                .doesNotContain("hyperterse_operator_queue_depth{");
    }

    private record Queue(String name, int size) implements Depth {}
}
