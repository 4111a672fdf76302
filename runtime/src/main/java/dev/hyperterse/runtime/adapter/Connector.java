package dev.hyperterse.runtime.adapter;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.bind.BoundStatement;
import java.time.Duration;

/** The connections of one adapter in one configuration. Implementations are safe for concurrent calls. */
public interface Connector extends AutoCloseable {
    /** What statements it understands. */
    Dialect dialect();

    /**
     * Runs a statement and writes its rows as one JSON array. On failure the buffer may hold the beginning of it.
     *
     * @return the number of rows written
     * @throws CallFailure when the engine refuses, a bound is broken, or the scope ends
     */
    int run(BoundStatement statement, CallScope scope, ResultBuffer out);

    /** Connects once, to find out whether these settings work; waits no longer than the adapter's connection timeout. */
    AdapterState probe();

    AdapterState state();

    /** Lets running calls finish for so long, then cancels them; returns at once. Later calls fail. */
    void retire(Duration drain);

    /** Ends everything now. */
    @Override
    void close();
}
