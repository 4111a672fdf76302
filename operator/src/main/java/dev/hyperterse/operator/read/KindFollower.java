package dev.hyperterse.operator.read;

import java.util.concurrent.CompletableFuture;

/** Follows the objects of one kind, as long as the process lives. */
interface KindFollower extends AutoCloseable {
    /** Completes when everything that exists has been read. */
    CompletableFuture<Void> start();

    /** False where it has come to an end that nothing but a new process repairs. */
    boolean running();

    /** A watch whose connection broke is closed for the moment before it goes on. */
    boolean watching();

    @Override
    void close();
}
