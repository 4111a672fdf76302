package dev.hyperterse.runtime.rate;

import dev.hyperterse.catalog.server.Rates.Rate;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A bucket for each caller, or each tool. One that is full is dropped when there are many, because a new one is the same; when
 * there are too many that are not, further keys share one, so that no number of callers takes more memory or more calls.
 */
final class TokenBuckets<K> {
    private static final long BETWEEN_SWEEPS = 1_000_000_000L;

    private final int most;
    private final ConcurrentHashMap<K, TokenBucket> buckets = new ConcurrentHashMap<>();
    private final TokenBucket others;
    private final AtomicLong sweptAt;

    TokenBuckets(int most, long now) {
        this.most = most;
        this.others = new TokenBucket(now);
        this.sweptAt = new AtomicLong(now - BETWEEN_SWEEPS);
    }

    long take(K key, Rate rate, long now) {
        return of(key, now).take(rate, now);
    }

    void giveBack(K key, Rate rate) {
        buckets.getOrDefault(key, others).giveBack(rate);
    }

    private TokenBucket of(K key, long now) {
        var known = buckets.get(key);
        if (known != null) {
            return known;
        }
        if (buckets.size() >= most) {
            sweep(now);
        }
        return buckets.size() < most ? buckets.computeIfAbsent(key, _ -> new TokenBucket(now)) : others;
    }

    /** By one thread at a time, and not for each call of a new caller. */
    private void sweep(long now) {
        var last = sweptAt.get();
        if (now - last >= BETWEEN_SWEEPS && sweptAt.compareAndSet(last, now)) {
            buckets.values().removeIf(bucket -> bucket.isFull(now));
        }
    }

    int size() {
        return buckets.size();
    }
}
