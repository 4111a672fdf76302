package dev.hyperterse.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.resolve.Scope;
import dev.hyperterse.operator.workload.RuntimeImage;
import dev.hyperterse.operator.workload.WorkloadController;
import dev.hyperterse.operator.workload.WorkloadSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a process that leads follows, with publications and workloads together. */
class WatchesTest {
    private static final WorkloadSettings WORKLOADS =
            new WorkloadSettings(new RuntimeImage("registry.example/runtime:1", "1", false), "system");

    @Test
    void noKindIsWatchedTwiceButServers() throws InterruptedException {
        try (var apiServer = new MockApiServer();
                var client = apiServer.connect();
                var view = new ClusterView(client, Scope.everywhere());
                var workloads = new WorkloadController(
                        client, Scope.everywhere(), WORKLOADS, view, (_, _) -> {}, InstantSource.system())) {
            view.start();
            assertThat(view.awaitRead(Duration.ofMinutes(1))).isTrue();
            workloads.start();
            var lists = apiServer.lists().stream()
                    .map(path -> path.split("\\?")[0])
                    .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
            // The SDK follows its primary kind by itself (decision 0252).
            assertThat(lists.remove("/apis/hyperterse.dev/v1alpha1/hyperterseservers"))
                    .isEqualTo(2);
            assertThat(lists)
                    .containsKey("/api/v1/pods")
                    .allSatisfy((path, times) -> assertThat(times).as(path).isEqualTo(1));
            assertThat(apiServer.lists()).allMatch(it -> it.contains("limit=")).noneMatch(it -> it.contains("=0"));
        }
    }
}
