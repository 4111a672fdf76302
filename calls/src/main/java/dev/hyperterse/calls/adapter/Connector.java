package dev.hyperterse.calls.adapter;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.ResultBuffer;
import java.time.Duration;

/**
 * The connections of one adapter in one configuration. Implementations are safe for concurrent calls.
 *
 * @param <O> an operation: a bound statement of SQL, a command or a document
 */
public interface Connector<O> extends AutoCloseable {
    /**
     * Runs an operation and writes its rows as one JSON array. After a failure the buffer may hold the beginning of it.
     *
     * @return the number of rows written
     * @throws CallFailure when the engine refuses, a limit is exceeded, or the scope ends
     */
    int run(O operation, CallScope scope, ResultBuffer out);

    /**
     * Makes the engine prepare an operation without executing it. Uses a connection only while no call waits for one,
     * and aborts when the scope ends.
     */
    default StatementCheck check(O operation, CallScope scope) {
        return new StatementCheck.Unknown();
    }

    /** Connects once, to check whether these settings work; waits no longer than the adapter's connection timeout. */
    AdapterState probe();

    /**
     * Whether the engine does not respond to a new connection, made only for this, within the connection timeout. A
     * refusal is a response. False for engines in this process, and for those that their driver monitors.
     */
    default boolean isSilent() {
        return false;
    }

    AdapterState state();

    /** Lets running calls finish for that long, then cancels them; returns at once. Later calls fail. */
    void retire(Duration drain);

    /** Cancels running calls and closes all connections. */
    @Override
    void close();
}
