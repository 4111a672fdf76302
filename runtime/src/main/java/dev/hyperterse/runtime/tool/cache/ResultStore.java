package dev.hyperterse.runtime.tool.cache;

import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.RowsEnd;
import dev.hyperterse.telemetry.metrics.Counter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The cached results: within a limit of their own, and in memory that the calls of the replica do not need. The oldest
 * result is evicted first, unless it was used since eviction last passed it. Reads take no lock.
 */
final class ResultStore {
    /** The bytes of objects, table entries and links of one result. */
    static final long OVERHEAD = 320;

    /** A text with its entry in a list. */
    private static final long TEXT = 48;

    /** A result may have this fraction of the memory, so that it does not evict all others. */
    static final int LARGEST_SHARE = 8;

    private final BufferBudget budget;
    private final CacheMetrics metrics;
    private final ConcurrentHashMap<CacheKey, CachedResult> results = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    /** The same results, oldest first; guarded by the lock, like all changes. */
    private final LinkedHashMap<CacheKey, CachedResult> byAge = new LinkedHashMap<>();

    private volatile long maxSize;
    private volatile long bytes;

    ResultStore(BufferBudget budget, long maxSize, CacheMetrics metrics) {
        this.budget = budget;
        this.maxSize = maxSize;
        this.metrics = metrics;
        budget.borrower(missing -> drop(missing, metrics.evictedMemory()));
    }

    Optional<CachedResult> find(CacheKey key) {
        var found = results.get(key);
        if (found == null) {
            return Optional.empty();
        }
        found.use();
        return Optional.of(found);
    }

    /**
     * Keeps a copy of the bytes behind {@code mark}; empty when they are too large, or calls need the memory.
     */
    Optional<CachedResult> keep(CacheKey key, ResultBuffer out, int mark, int rows, long read, long expires) {
        var weight = OVERHEAD + key.weight() + (out.size() - mark) + weight(out.rowsEnd());
        lock.lock();
        try {
            remove(key);
            if (weight > maxSize / LARGEST_SHARE || !lend(weight)) {
                return Optional.empty();
            }
            var written = Arrays.copyOfRange(out.array(), mark, out.size());
            var result = new CachedResult(written, rows, out.rowsEnd(), read, expires, weight);
            bytes += weight;
            byAge.put(key, result);
            results.put(key, result);
            return Optional.of(result);
        } finally {
            lock.unlock();
        }
    }

    private static long weight(RowsEnd end) {
        return end.columns().stream()
                .mapToLong(name -> TEXT + 2L * name.length())
                .sum();
    }

    /** Takes the memory, if necessary by evicting older results. */
    private boolean lend(long weight) {
        if (bytes + weight > maxSize) {
            drop(bytes + weight - maxSize, metrics.evictedFull());
        }
        return budget.lend(weight) || drop(weight, metrics.evictedMemory()) >= weight && budget.lend(weight);
    }

    void forget(CacheKey key) {
        lock.lock();
        try {
            remove(key);
        } finally {
            lock.unlock();
        }
    }

    void resize(long newMaxSize) {
        lock.lock();
        try {
            maxSize = newMaxSize;
            drop(bytes - newMaxSize, metrics.evictedFull());
        } finally {
            lock.unlock();
        }
    }

    void evictExpired(long now) {
        lock.lock();
        try {
            var expired = byAge.entrySet().stream()
                    .filter(entry -> entry.getValue().isExpired(now))
                    .map(entry -> entry.getKey())
                    .toList();
            expired.forEach(this::remove);
            expired.forEach(_ -> metrics.evictedExpired().increment());
        } finally {
            lock.unlock();
        }
    }

    /** @return the number of freed bytes, at least {@code wanted} unless nothing is left */
    private long drop(long wanted, Counter reason) {
        lock.lock();
        try {
            var before = bytes;
            var mayBeSpared = byAge.size();
            while (before - bytes < wanted && !byAge.isEmpty()) {
                var oldest = byAge.firstEntry();
                if (mayBeSpared-- > 0 && oldest.getValue().clearUsed()) {
                    byAge.putLast(oldest.getKey(), oldest.getValue());
                } else {
                    remove(oldest.getKey());
                    reason.increment();
                }
            }
            return before - bytes;
        } finally {
            lock.unlock();
        }
    }

    private void remove(CacheKey key) {
        var removed = byAge.remove(key);
        if (removed != null) {
            results.remove(key);
            bytes -= removed.weight();
            budget.giveBack(removed.weight());
        }
    }

    int size() {
        return results.size();
    }

    long bytes() {
        return bytes;
    }

    long maxSize() {
        return maxSize;
    }
}
