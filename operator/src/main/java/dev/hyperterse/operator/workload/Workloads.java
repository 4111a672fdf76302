package dev.hyperterse.operator.workload;

import dev.hyperterse.operator.queue.Depth;

/** Keeps what runs for all servers as it should be, from its start until it is closed. */
public interface Workloads extends Depth, AutoCloseable {
    /** Returns soon; what has to be read first may take long. */
    void start();

    /** Returns when nothing is kept any more. */
    @Override
    void close();
}
