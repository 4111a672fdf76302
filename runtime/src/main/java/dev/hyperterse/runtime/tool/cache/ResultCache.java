package dev.hyperterse.runtime.tool.cache;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The results that a replica caches, for all tools and catalogs, so that a reload keeps the results of unchanged tools.
 * A hit takes no lock. Results of former statements, connections or tools are never found again, and are evicted by age
 * or for others.
 */
public final class ResultCache {
    private final ResultStore kept;
    private final ConcurrentHashMap<CacheKey, SharedRun> running = new ConcurrentHashMap<>();
    private final CacheMetrics metrics;
    private final LongSupplier clock;

    /** @param clock nanoseconds, of which only differences count */
    public ResultCache(BufferBudget budget, long maxSize, MetricRegistry metrics, LongSupplier clock) {
        this.metrics = CacheMetrics.of(metrics);
        this.kept = new ResultStore(budget, maxSize, this.metrics);
        this.clock = clock;
    }

    /** A result that is still fresh, to answer the call with; counts as a hit. */
    public Optional<CachedResult> find(CacheKey key) {
        var found = fresh(key);
        found.ifPresent(_ -> metrics.hits().increment());
        return found;
    }

    /**
     * The next step of a call without a result; waits while another call runs the statement for the same key.
     *
     * @throws CallFailure when the scope ends during the wait, or the other run fails
     */
    public CacheMiss join(CacheKey key, CallScope scope) {
        while (true) {
            var own = new SharedRun();
            var others = running.putIfAbsent(key, own);
            if (others == null) {
                return begin(key, own);
            }
            switch (others.await(scope)) {
                case SharedRun.Outcome.Finished(var result) -> {
                    metrics.shared().increment();
                    return new CacheMiss.Answered(result);
                }
                case SharedRun.Outcome.Failed(var failure) -> {
                    metrics.shared().increment();
                    throw failure;
                }
                case SharedRun.Outcome.NotCached() -> {
                    metrics.misses().increment();
                    return new CacheMiss.Uncacheable();
                }
                case SharedRun.Outcome.Left() -> {
                    // The first of those that have waited runs it.
                }
            }
        }
    }

    private CacheMiss begin(CacheKey key, SharedRun own) {
        // The run before may have ended since this call has looked for a result.
        var found = fresh(key);
        if (found.isEmpty()) {
            return lead(key, own);
        }
        ended(key, own, new SharedRun.Outcome.Finished(found.get()));
        metrics.hits().increment();
        return new CacheMiss.Answered(found.get());
    }

    private CacheMiss lead(CacheKey key, SharedRun run) {
        metrics.misses().increment();
        return new CacheMiss.Leads(new RunLeader(this, key, run, clock.getAsLong()));
    }

    private Optional<CachedResult> fresh(CacheKey key) {
        return kept.find(key).filter(result -> !result.isExpired(clock.getAsLong()));
    }

    Optional<CachedResult> keep(CacheKey key, ResultBuffer out, int mark, int rows, long began, Duration ttl) {
        return kept.keep(key, out, mark, rows, began, began + ttl.toNanos());
    }

    void ended(CacheKey key, SharedRun run, SharedRun.Outcome outcome) {
        running.remove(key, run);
        run.end(outcome);
    }

    /** The cached result cannot be an answer. */
    public void forget(CacheKey key) {
        kept.forget(key);
    }

    public Duration age(CachedResult result) {
        return result.age(clock.getAsLong());
    }

    /** The time until the result expires. */
    public Duration remaining(CachedResult result) {
        return result.remaining(clock.getAsLong());
    }

    /** Sets the maximum size; takes effect immediately. */
    public void resize(long maxSize) {
        kept.resize(maxSize);
    }

    public void evictExpired() {
        kept.evictExpired(clock.getAsLong());
    }

    public int size() {
        return kept.size();
    }

    public long bytes() {
        return kept.bytes();
    }

    public long maxSize() {
        return kept.maxSize();
    }

    /** The number of calls that wait for the run of another call. */
    public int waiting() {
        return running.values().stream().mapToInt(SharedRun::waiting).sum();
    }

    /** The number of current runs. */
    int running() {
        return running.size();
    }
}
