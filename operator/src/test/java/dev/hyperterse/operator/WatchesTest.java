package dev.hyperterse.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.workload.WorkloadController;
import dev.hyperterse.operator.workload.manifest.RuntimeImage;
import dev.hyperterse.operator.workload.manifest.WorkloadSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a process that leads follows, with publications and workloads together. */
class WatchesTest {
    /** Servers, three kinds of definitions, pods, Deployments and Services. */
    private static final int KINDS = 7;

    private static final WorkloadSettings WORKLOADS = new WorkloadSettings(
            new RuntimeImage("registry.example/runtime:1", "1", false), List.of(), List.of(), "system");

    @Test
    void noKindIsWatchedTwice() throws InterruptedException {
        var seen = new CompletableFuture<ServerKey>();
        try (var apiServer = new MockApiServer();
                var client = apiServer.connect();
                var view = new ClusterView(client, Scope.everywhere());
                var workloads =
                        new WorkloadController(client, Scope.everywhere(), WORKLOADS, view, InstantSource.system())) {
            client.resource(client.getKubernetesSerialization().unmarshal("""
                    apiVersion: hyperterse.dev/v1alpha1
                    kind: HyperterseServer
                    metadata: {namespace: gateways, name: shop}
                    spec: {}
                    """, HyperterseServer.class))
                    .create();
            view.start();
            assertThat(view.awaitRead(Duration.ofMinutes(1))).isTrue();
            workloads.start((server, _) -> seen.complete(server));
            seen.orTimeout(1, TimeUnit.MINUTES).join();
            var lists = apiServer.lists().stream()
                    .filter(path -> !path.contains("/namespaces/"))
                    .toList();
            assertThat(lists).allMatch(it -> it.contains("limit=")).noneMatch(it -> it.contains("=0"));
            assertThat(lists.stream()
                            .map(path -> path.split("\\?")[0])
                            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting())))
                    .hasSize(KINDS)
                    .containsKey("/apis/hyperterse.dev/v1alpha1/hyperterseservers")
                    .allSatisfy((path, times) -> assertThat(times).as(path).isEqualTo(1));
        }
    }
}
