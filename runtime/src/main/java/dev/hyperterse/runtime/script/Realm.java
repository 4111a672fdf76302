package dev.hyperterse.runtime.script;

import java.util.Optional;
import java.util.function.LongSupplier;

/** The JavaScript of one run, in either engine. Used by one thread at a time but for {@link #stop}. */
interface Realm extends AutoCloseable {
    /**
     * Runs JavaScript on this thread.
     *
     * @throws ScriptFault when it did not end by itself
     */
    void turn(Runnable work);

    /** Within a turn: runs the author's modules, and the function that they export. */
    void begin(String given, String environment, String facts);

    /** Within a turn: what the script waited for by that number is there. */
    void settle(int id);

    /** Within a turn: the same with an answer. */
    void settle(int id, boolean failed, String text);

    /** The bytes that it holds, where the engine knows; otherwise what its thread has allocated counts. */
    Optional<LongSupplier> memory();

    /** Ends what runs in it. May take as long as the engine needs to stop. */
    void stop();

    /** Nothing runs in it any more. */
    @Override
    void close();
}
