package dev.hyperterse.scripts.host;

import java.util.Optional;
import java.util.function.LongSupplier;

/** The JavaScript realm of one run, in either engine. Used by one thread at a time, except {@link #stop}. */
public interface Realm extends AutoCloseable {
    /**
     * Runs JavaScript on this thread.
     *
     * @throws ScriptFault when it did not complete
     */
    void turn(Runnable work);

    /** Within a turn: runs the author's modules, and the function that they export. */
    void begin(String given, RunSubject subject);

    /** Within a turn: resolves the promise with that number. */
    void settle(int id);

    /** Within a turn: resolves or rejects the promise with that number. */
    void settle(int id, boolean failed, String text);

    /** The bytes that it holds, if the engine reports them; otherwise the allocations of its thread count. */
    Optional<LongSupplier> memory();

    /** Stops the running code. Blocks until the engine has stopped. */
    void stop();

    /** Called when nothing runs in it. */
    @Override
    void close();
}
