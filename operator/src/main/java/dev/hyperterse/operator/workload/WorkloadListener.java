package dev.hyperterse.operator.workload;

import dev.hyperterse.operator.resolve.ServerKey;

/** Hears what runs for a server; notes it and returns. */
@FunctionalInterface
public interface WorkloadListener {
    void changed(ServerKey server, WorkloadState state);
}
