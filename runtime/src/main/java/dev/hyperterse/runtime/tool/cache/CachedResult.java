package dev.hyperterse.runtime.tool.cache;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.RowsEnd;
import java.time.Duration;

/** The rows of one result, in the form of the response that they were written for. */
public final class CachedResult {
    private final byte[] written;
    private final int rows;
    private final RowsEnd end;
    private final long read;
    private final long expires;
    private final long weight;
    /** Whether it was used since eviction last passed it. Not volatile: a lost write only evicts a result early. */
    private boolean used;

    /**
     * @param end the properties of the rows
     * @param read when the statement began to run; a reading of the cache's clock, like {@code expires}
     * @param weight its size in the memory of the cache
     */
    CachedResult(byte[] written, int rows, RowsEnd end, long read, long expires, long weight) {
        this.written = written;
        this.rows = rows;
        this.end = end;
        this.read = read;
        this.expires = expires;
        this.weight = weight;
    }

    /** Writes the rows; the buffer has the form that they were written in. */
    public void writeTo(ResultBuffer out) {
        out.raw(written).endRows(end);
    }

    public int rows() {
        return rows;
    }

    Duration age(long now) {
        return Duration.ofNanos(now - read);
    }

    Duration remaining(long now) {
        return Duration.ofNanos(Math.max(0, expires - now));
    }

    boolean isExpired(long now) {
        return now - expires >= 0;
    }

    long weight() {
        return weight;
    }

    void use() {
        if (!used) {
            used = true;
        }
    }

    /** Whether it was used since the last call of this method. */
    boolean clearUsed() {
        var wasUsed = used;
        used = false;
        return wasUsed;
    }
}
