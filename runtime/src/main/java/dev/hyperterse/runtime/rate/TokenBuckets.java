package dev.hyperterse.runtime.rate;

import dev.hyperterse.catalog.server.Rates.Rate;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
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
    private final Shares<K> shares;
    private final TokenLender lender;
    private final Function<K, List<String>> names;
    private final ConcurrentHashMap<K, Bucket> buckets = new ConcurrentHashMap<>();
    /** How many buckets each owner has. */
    private final ConcurrentHashMap<Object, Integer> owned = new ConcurrentHashMap<>();

    private final Bucket others;
    private final AtomicLong sweptAt;

    /**
     * @param kind of the keys
     * @param names what is shared under a key, in parts
     */
    TokenBuckets(String kind, int most, long now, TokenLender lender, Function<K, List<String>> names) {
        this(kind, most, Shares.none(), now, lender, names);
    }

    /** @param shares of those whose keys are several */
    TokenBuckets(
            String kind, int most, Shares<K> shares, long now, TokenLender lender, Function<K, List<String>> names) {
        this.most = most;
        this.shares = shares;
        this.lender = lender;
        this.names =
                key -> Stream.concat(Stream.of(kind), names.apply(key).stream()).toList();
        this.others = new Bucket(() -> List.of(kind + " others"), now, false);
        this.sweptAt = new AtomicLong(now - BETWEEN_SWEEPS);
    }

    /**
     * Who has keys, and how many buckets each may have while half of all are in use; its keys beyond share one of its own.
     *
     * @param of the key
     * @param shared the key of the bucket that keys of the same owner share
     */
    record Shares<K>(int most, Function<K, Object> of, UnaryOperator<K> shared) {
        /** Where each key belongs to another caller. */
        static <K> Shares<K> none() {
            return new Shares<>(Integer.MAX_VALUE, key -> key, UnaryOperator.identity());
        }
    }

    /** The replica's own count, and what it has of the one that replicas share. */
    private static final class Bucket {
        private final TokenBucket own;
        private final Supplier<List<String>> name;
        private volatile BorrowedTokens borrowed;

        Bucket(Supplier<List<String>> name, long now, boolean ofSeveralRates) {
            this.own = new TokenBucket(now, ofSeveralRates);
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
        var bucket =
                buckets.getOrDefault(key, buckets.getOrDefault(shares.shared().apply(key), others));
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
        if (buckets.size() >= most || hasItsShare(key)) {
            sweep(now);
        }
        if (hasItsShare(key)) {
            var shared = buckets.get(shares.shared().apply(key));
            return shared != null ? shared : create(shares.shared().apply(key), now, true);
        }
        return create(key, now, false);
    }

    private Bucket create(K key, long now, boolean ofSeveralRates) {
        return buckets.size() < most
                ? buckets.computeIfAbsent(key, it -> {
                    owned.merge(shares.of().apply(it), 1, Integer::sum);
                    return new Bucket(() -> names.apply(it), now, ofSeveralRates);
                })
                : others;
    }

    /** Keys of one owner must not take the buckets of all others; while there are many left, nothing is short. */
    private boolean hasItsShare(K key) {
        return buckets.size() >= most / 2 && owned.getOrDefault(shares.of().apply(key), 0) >= shares.most();
    }

    /** By one thread at a time, and not for each call of a new caller. */
    private void sweep(long now) {
        var last = sweptAt.get();
        if (now - last >= BETWEEN_SWEEPS && sweptAt.compareAndSet(last, now)) {
            buckets.forEach((key, bucket) -> {
                if (bucket.own.isFull(now) && buckets.remove(key, bucket)) {
                    owned.computeIfPresent(shares.of().apply(key), (_, count) -> count == 1 ? null : count - 1);
                }
            });
        }
    }

    int size() {
        return buckets.size();
    }
}
