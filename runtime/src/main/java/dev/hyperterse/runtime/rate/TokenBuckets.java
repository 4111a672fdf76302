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
 * A token bucket for each key, such as a caller or a tool. When there are many buckets, full ones are dropped, because
 * a new one is equal; when too many are in use, further keys share one bucket, so that the number of callers increases
 * neither memory nor calls.
 *
 * <p>The shared state is asked only after the replica's own count has admitted a call. The own count is always kept, so
 * that an outage of the shared state does not remove the limit, and calls beyond the limit do not reach the shared
 * state.
 */
final class TokenBuckets<K> {
    private static final long BETWEEN_SWEEPS = 1_000_000_000L;

    private final String kind;
    private final int most;
    private final Shares<K> shares;
    private final TokenLender lender;
    private final Function<K, List<String>> names;
    private final ConcurrentHashMap<K, Bucket> buckets = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Object, Integer> owned = new ConcurrentHashMap<>();

    /** Of keys without a bucket, for each rate: a call of another rate neither refills it nor is held up by it. */
    private final ConcurrentHashMap<Rate, Bucket> others = new ConcurrentHashMap<>();

    private final AtomicLong sweptAt;

    /**
     * @param kind of the keys
     * @param names the parts of the shared name of a key
     */
    TokenBuckets(String kind, int most, long now, TokenLender lender, Function<K, List<String>> names) {
        this(kind, most, Shares.none(), now, lender, names);
    }

    /** @param shares limits the buckets of an owner of several keys */
    TokenBuckets(
            String kind, int most, Shares<K> shares, long now, TokenLender lender, Function<K, List<String>> names) {
        this.most = most;
        this.shares = shares;
        this.lender = lender;
        this.names =
                key -> Stream.concat(Stream.of(kind), names.apply(key).stream()).toList();
        this.kind = kind;
        this.sweptAt = new AtomicLong(now - BETWEEN_SWEEPS);
    }

    /**
     * Limits the buckets of each owner while half of all buckets are in use; its further keys share one bucket.
     *
     * @param of the owner of a key
     * @param shared the key of the bucket that keys of the same owner share
     */
    record Shares<K>(int most, Function<K, Object> of, UnaryOperator<K> shared) {
        /** For keys that each belong to another owner. */
        static <K> Shares<K> none() {
            return new Shares<>(Integer.MAX_VALUE, key -> key, UnaryOperator.identity());
        }
    }

    /** The replica's own bucket, and its loans from the shared one. */
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
        var bucket = of(key, rate, now);
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

    /** Returns the token of a call that another limit has refused. */
    void giveBack(K key, Rate rate) {
        var bucket = buckets.getOrDefault(key, buckets.get(shares.shared().apply(key)));
        if (bucket == null) {
            bucket = ofOthers(rate, sweptAt.get());
        }
        bucket.own.giveBack(rate);
        if (bucket.borrowed != null && lender.isShared()) {
            bucket.borrowed.giveBack();
        }
    }

    private Bucket of(K key, Rate rate, long now) {
        var known = buckets.get(key);
        if (known != null) {
            return known;
        }
        if (buckets.size() >= most || hasItsShare(key)) {
            sweep(now);
        }
        if (hasItsShare(key)) {
            var shared = buckets.get(shares.shared().apply(key));
            return shared != null ? shared : create(shares.shared().apply(key), rate, now, true);
        }
        return create(key, rate, now, false);
    }

    private Bucket create(K key, Rate rate, long now, boolean ofSeveralRates) {
        return buckets.size() < most
                ? buckets.computeIfAbsent(key, it -> {
                    owned.merge(shares.of().apply(it), 1, Integer::sum);
                    return new Bucket(() -> names.apply(it), now, ofSeveralRates);
                })
                : ofOthers(rate, now);
    }

    private Bucket ofOthers(Rate rate, long now) {
        return others.computeIfAbsent(
                rate, it -> new Bucket(() -> List.of(kind + " others", it.perMinute() + "/" + it.burst()), now, false));
    }

    /** Whether the owner of the key has used its share. Shares apply once half of all buckets are in use. */
    private boolean hasItsShare(K key) {
        return buckets.size() >= most / 2 && owned.getOrDefault(shares.of().apply(key), 0) >= shares.most();
    }

    /** Drops full buckets; by one thread at a time, and at most once a second. */
    private void sweep(long now) {
        var last = sweptAt.get();
        if (now - last >= BETWEEN_SWEEPS && sweptAt.compareAndSet(last, now)) {
            others.values().removeIf(bucket -> bucket.own.isFull(now));
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
