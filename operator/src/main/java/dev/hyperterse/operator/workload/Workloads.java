package dev.hyperterse.operator.workload;

/** Keeps what runs for all servers as it should be, from its start until it is closed. */
public interface Workloads extends AutoCloseable {
    /** Returns when everything that exists was read, which may take long. */
    void start();

    /** From now on nothing is written any more, also by a start that is under way. */
    void writeNoMore();

    /** Whether a watch has come to an end that does not go on by itself, so that changes are no longer seen. */
    boolean broken();

    /** Returns when nothing is kept any more; it is no good while the thread that calls it is interrupted. */
    @Override
    void close();
}
