package dev.hyperterse.runtime.tool.cache;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.memory.BufferBudget;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The results that a replica keeps, of all tools and for all catalogs: a reload leaves what it does not concern. A hit takes
 * no lock. Results of a statement, of connections or of a tool that are gone are never found again, and go by their age or
 * when others need the room.
 */
public final class ResultCache {
    private final KeptResults kept;
    private final ConcurrentHashMap<CacheKey, SharedRun> running = new ConcurrentHashMap<>();
    private final CacheMetrics metrics;
    private final LongSupplier clock;

    /** @param clock nanoseconds, of which only differences count */
    public ResultCache(BufferBudget budget, long maxSize, MetricRegistry metrics, LongSupplier clock) {
        this.metrics = CacheMetrics.of(metrics);
        this.kept = new KeptResults(budget, maxSize, this.metrics);
        this.clock = clock;
    }

    /** A result that is still fresh; the call is answered with it. */
    public Optional<CachedResult> find(CacheKey key) {
        var found = fresh(key);
        found.ifPresent(_ -> metrics.hits().increment());
        return found;
    }

    /**
     * What a call does that found nothing; while another one runs the statement for the same key, it waits for that.
     *
     * @throws CallFailure when its scope ends while it waits, or the other run fails
     */
    public CacheTurn join(CacheKey key, CallScope scope) {
        while (true) {
            var own = new SharedRun();
            var others = running.putIfAbsent(key, own);
            if (others == null) {
                return begin(key, own);
            }
            switch (await(key, others, scope)) {
                case SharedRun.Outcome.Yours() -> {
                    return lead(key, others);
                }
                case SharedRun.Outcome.Finished(var result) -> {
                    metrics.shared().increment();
                    return new CacheTurn.Answered(result);
                }
                case SharedRun.Outcome.Failed(var failure) -> {
                    metrics.shared().increment();
                    throw failure;
                }
                case SharedRun.Outcome.NotKept() -> {
                    metrics.misses().increment();
                    return new CacheTurn.Alone();
                }
                case SharedRun.Outcome.Abandoned() -> running.remove(key, others);
            }
        }
    }

    private SharedRun.Outcome await(CacheKey key, SharedRun others, CallScope scope) {
        try {
            return others.await(scope);
        } catch (CallFailure left) {
            if (others.isAbandoned()) {
                running.remove(key, others);
            }
            throw left;
        }
    }

    private CacheTurn begin(CacheKey key, SharedRun own) {
        // The run before may have ended since this call looked.
        var found = fresh(key);
        if (found.isEmpty()) {
            return lead(key, own);
        }
        ended(key, own, new SharedRun.Outcome.Finished(found.get()));
        metrics.hits().increment();
        return new CacheTurn.Answered(found.get());
    }

    private CacheTurn lead(CacheKey key, SharedRun run) {
        metrics.misses().increment();
        return new CacheTurn.Leads(new Lead(this, key, run, clock.getAsLong()));
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

    void left(CacheKey key, SharedRun run) {
        if (!run.passOn()) {
            running.remove(key, run);
        }
    }

    /** What was kept for it is no answer. */
    public void forget(CacheKey key) {
        kept.forget(key);
    }

    public Duration age(CachedResult result) {
        return result.age(clock.getAsLong());
    }

    /** For how long it will still be given to calls. */
    public Duration remaining(CachedResult result) {
        return result.remaining(clock.getAsLong());
    }

    /** Takes effect at once. */
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

    /** How many calls wait for the run of another one. */
    public int waiting() {
        return running.values().stream().mapToInt(SharedRun::waiting).sum();
    }

    /** How many runs calls wait for, or might. */
    int running() {
        return running.size();
    }
}
