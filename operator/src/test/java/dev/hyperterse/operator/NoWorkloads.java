package dev.hyperterse.operator;

import dev.hyperterse.operator.workload.Workloads;

/** For tests whose servers have no pods of their own. */
final class NoWorkloads implements Workloads {
    @Override
    public void start() {
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
