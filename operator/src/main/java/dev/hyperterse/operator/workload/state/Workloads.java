package dev.hyperterse.operator.workload.state;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.queue.Depth;
import java.util.function.BiConsumer;

/** Keeps what runs for all servers as it should be, from its start until it is closed. */
public interface Workloads extends Depth, AutoCloseable {
    /**
     * Returns soon; what has to be read first may take long.
     *
     * @param changed is given the state of a server's workload whenever it was looked at
     */
    void start(BiConsumer<ServerKey, WorkloadState> changed);

    /** Returns when nothing is kept any more. */
    @Override
    void close();
}
