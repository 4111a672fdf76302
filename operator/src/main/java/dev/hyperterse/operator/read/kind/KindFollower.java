package dev.hyperterse.operator.read.kind;

import java.util.concurrent.CompletableFuture;

/** Follows the objects of one kind, as long as the process lives. */
public interface KindFollower extends AutoCloseable {
    /** Completes when everything that exists has been read. */
    CompletableFuture<Void> start();

    /** False where it has ended for good, so that only a restart of the process helps. */
    boolean running();

    /** False while a broken connection is being reopened. */
    boolean watching();

    @Override
    void close();
}
