package dev.hyperterse.runtime.rate;

import dev.hyperterse.catalog.server.Rates.Rate;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A bucket for each caller, or each tool. One that is full is dropped when there are many, because a new one is the same; when
 * there are too many that are not, further keys share one, so that no number of callers takes more memory or more calls.
 *
 * <p>What replicas share is asked after the replica's own count has admitted a call: that count is always kept, so an outage
 * of the shared state never means no limit, and calls beyond it never reach the shared state.
 */
final class TokenBuckets<K> {
    private static final long BETWEEN_SWEEPS = 1_000_000_000L;

    private final int most;
    private final TokenLender lender;
    private final Function<K, List<String>> names;
    private final ConcurrentHashMap<K, Bucket> buckets = new ConcurrentHashMap<>();
    private final Bucket others;
    private final AtomicLong sweptAt;

    /**
     * @param kind of the keys
     * @param names what is shared under a key, in parts
     */
    TokenBuckets(String kind, int most, long now, TokenLender lender, Function<K, List<String>> names) {
        this.most = most;
        this.lender = lender;
        this.names =
                key -> Stream.concat(Stream.of(kind), names.apply(key).stream()).toList();
        this.others = new Bucket(() -> List.of(kind + " others"), now);
        this.sweptAt = new AtomicLong(now - BETWEEN_SWEEPS);
    }

    /** The replica's own count, and what it has of the one that replicas share. */
    private static final class Bucket {
        private final TokenBucket own;
        private final Supplier<List<String>> name;
        private volatile BorrowedTokens borrowed;

        Bucket(Supplier<List<String>> name, long now) {
            this.own = new TokenBucket(now);
            this.name = name;
        }

        BorrowedTokens borrowed(long now) {
            if (borrowed == null) {
                synchronized (this) {
                    if (borrowed == null) {
                        borrowed = new BorrowedTokens(name.get(), now);
                    }
                }
            }
            return borrowed;
        }
    }

    long take(K key, Rate rate, long now) {
        var bucket = of(key, now);
        var wait = bucket.own.take(rate, now);
        if (wait > 0 || !lender.isShared()) {
            return wait;
        }
        wait = bucket.borrowed(now).take(rate, now, lender);
        if (wait > 0) {
            bucket.own.giveBack(rate);
        }
        return wait;
    }

    /** Gives the token of a call back that another limit has refused. */
    void giveBack(K key, Rate rate) {
        var bucket = buckets.getOrDefault(key, others);
        bucket.own.giveBack(rate);
        if (bucket.borrowed != null && lender.isShared()) {
            bucket.borrowed.giveBack();
        }
    }

    private Bucket of(K key, long now) {
        var known = buckets.get(key);
        if (known != null) {
            return known;
        }
        if (buckets.size() >= most) {
            sweep(now);
        }
        return buckets.size() < most
                ? buckets.computeIfAbsent(key, it -> new Bucket(() -> names.apply(it), now))
                : others;
    }

    /** By one thread at a time, and not for each call of a new caller. */
    private void sweep(long now) {
        var last = sweptAt.get();
        if (now - last >= BETWEEN_SWEEPS && sweptAt.compareAndSet(last, now)) {
            buckets.values().removeIf(bucket -> bucket.own.isFull(now));
        }
    }

    int size() {
        return buckets.size();
    }
}
