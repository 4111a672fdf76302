package dev.hyperterse.runtime.adapter;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.memory.ResultBuffer;
import java.time.Duration;

/**
 * The connections of one adapter in one configuration. Implementations are safe for concurrent calls.
 *
 * @param <O> what it runs: a bound statement of SQL, a command or a document
 */
public interface Connector<O> extends AutoCloseable {
    /**
     * Runs an operation and writes its rows as one JSON array. On failure the buffer may hold the beginning of it.
     *
     * @return the number of rows written
     * @throws CallFailure when the engine refuses, a bound is broken, or the scope ends
     */
    int run(O operation, CallScope scope, ResultBuffer out);

    /**
     * Makes the engine prepare an operation, and execute nothing. Takes a connection only while no call waits for one, and
     * gives up when the scope ends.
     */
    default StatementCheck check(O operation, CallScope scope) {
        return new StatementCheck.Unknown();
    }

    /** Connects once, to find out whether these settings work; waits no longer than the adapter's connection timeout. */
    AdapterState probe();

    /**
     * Whether the engine lets a connection of its own, beside those of calls, wait in vain for as long as connecting may take.
     * A refusal is a sign of life. False of engines that cannot be silent, or are watched by their driver.
     */
    default boolean isSilent() {
        return false;
    }

    AdapterState state();

    /** Lets running calls finish for so long, then cancels them; returns at once. Later calls fail. */
    void retire(Duration drain);

    /** Ends everything now. */
    @Override
    void close();
}
