package dev.hyperterse.operator.read;

import java.util.concurrent.CompletableFuture;

/** Follows the objects of one kind, as long as the process lives. */
interface KindFollower extends AutoCloseable {
    /** Completes when everything that exists has been read. */
    CompletableFuture<Void> start();

    /** False where it has ended for good, so that only a restart of the process helps. */
    boolean running();

    /** False while a broken connection is being reopened. */
    boolean watching();

    @Override
    void close();
}
