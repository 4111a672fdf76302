package dev.hyperterse.operator;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.workload.state.Rollout;
import dev.hyperterse.operator.workload.state.WorkloadState;
import dev.hyperterse.operator.workload.state.Workloads;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** For tests that make the pods of servers themselves: each generation is applied as soon as it is there. */
record AppliedWorkloads(ClusterView view) implements Workloads {
    @Override
    public void start(BiConsumer<ServerKey, WorkloadState> changed) {
        view.listenForWorkloads(server -> report(server, changed));
        view.servers().forEach(server -> report(server, changed));
    }

    private void report(ServerKey key, BiConsumer<ServerKey, WorkloadState> changed) {
        view.server(key)
                .map(server -> new WorkloadState(
                        server.getMetadata().getGeneration(),
                        List.of(),
                        Rollout.Complete,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()))
                .ifPresent(state -> changed.accept(key, state));
    }

    @Override
    public String name() {
        return "workloads";
    }

    @Override
    public int size() {
        return 0;
    }

    @Override
    public void close() {
        view.listenForWorkloads(_ -> {});
    }
}
