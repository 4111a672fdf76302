package dev.hyperterse.operator;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.workload.state.WorkloadState;
import dev.hyperterse.operator.workload.state.Workloads;
import java.util.function.BiConsumer;

/** For tests whose servers have no pods of their own. */
final class NoWorkloads implements Workloads {
    @Override
    public void start(BiConsumer<ServerKey, WorkloadState> changed) {
        // There is nothing to read.
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
        // It keeps nothing.
    }
}
