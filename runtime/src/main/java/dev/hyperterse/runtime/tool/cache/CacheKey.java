package dev.hyperterse.runtime.tool.cache;

import dev.hyperterse.calls.adapter.LiveAdapter.Connections;
import dev.hyperterse.calls.memory.ResultBuffer.Form;
import dev.hyperterse.calls.memory.RowLimit;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;

/**
 * The inputs that a cached result depends on. Values are compared as a whole and not by a digest, so that calls never
 * share a result because of a collision.
 */
public final class CacheKey {
    /** An object with its entry in a list or in the key. */
    private static final long OBJECT = 48;

    private final ExecutionIdentity execution;
    private final Connections connections;
    private final Form form;
    private final int maxSize;
    private final RowLimit limit;
    private final Object[] values;
    private final int hash;

    /**
     * @param connections that the rows are read over
     * @param form that the rows are written in
     * @param maxSize of the answer that the rows are read for, which may truncate them
     * @param limit of the rows, which is another for scripts
     * @param values of the statement, in the order in which it names them
     */
    CacheKey(
            ExecutionIdentity execution,
            Connections connections,
            Form form,
            int maxSize,
            RowLimit limit,
            Object[] values) {
        this.execution = execution;
        this.connections = connections;
        this.form = form;
        this.maxSize = maxSize;
        this.limit = limit;
        this.values = values;
        this.hash = 31 * (31 * execution.hashCode() + connections.hashCode()) + Arrays.hashCode(values);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof CacheKey that
                        && hash == that.hash
                        && connections == that.connections
                        && form == that.form
                        && maxSize == that.maxSize
                        && limit.equals(that.limit)
                        && execution.equals(that.execution)
                        && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** About how much memory its values take. */
    long weight() {
        return Arrays.stream(values).mapToLong(CacheKey::weight).sum();
    }

    private static long weight(Object value) {
        return OBJECT
                + switch (value) {
                    case null -> 0;
                    case String text -> 2L * text.length();
                    case BigDecimal number -> number.unscaledValue().bitLength() / 8;
                    case List<?> list ->
                        list.stream().mapToLong(CacheKey::weight).sum();
                    case Long _, Boolean _ -> 0;
                    // JSON of the caller, or of a claim.
                    default -> 2L * value.toString().length();
                };
    }
}
