package dev.hyperterse.runtime.auth.caller;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.hyperterse.telemetry.metrics.Counter;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Caches callers with recently verified credentials, for all plugins of a replica, by digests. Bounded by heap bytes:
 * callers beyond that are verified at each call.
 */
public final class TokenCache {
    /**
     * How long entries are valid. A withdrawn key of an issuer takes effect after this and {@link IssuerKeys#FRESH}
     * together, at the latest.
     */
    static final Duration KEPT = Duration.ofMinutes(5);

    private final InstantSource clock;
    private final Cache<Key, Kept> callers;
    private final Counter recognised;
    private final Counter verified;

    /** @param owner one version of one plugin: results of other plugins, or with former keys, are not valid */
    private record Key(TokenDigest digest, Object owner) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key(var otherDigest, var otherOwner)
                    && owner == otherOwner
                    && digest.equals(otherDigest);
        }

        @Override
        public int hashCode() {
            return digest.hashCode();
        }
    }

    private record Kept(AuthenticationResult.Passed passed, int bytes) {}

    public TokenCache(InstantSource clock, long mostBytes, MetricRegistry metrics) {
        this(clock, Ticker.systemTicker(), mostBytes, metrics);
    }

    TokenCache(InstantSource clock, Ticker ticker, long mostBytes, MetricRegistry metrics) {
        this.clock = clock;
        this.callers = Caffeine.newBuilder()
                .ticker(ticker)
                .executor(Runnable::run)
                .expireAfterWrite(KEPT)
                .maximumWeight(mostBytes)
                .weigher((Key key, Kept kept) -> kept.bytes())
                .build();
        this.recognised = counter(metrics, "recognised");
        this.verified = counter(metrics, "verified");
        metrics.gauge("hyperterse_known_credentials", "Credentials that are recognised.", callers::estimatedSize);
        metrics.gauge("hyperterse_known_credentials_bytes", "What their callers take on the heap.", this::bytes);
        metrics.gauge(
                "hyperterse_known_credentials_limit_bytes",
                "What they may take; beyond it credentials are verified at each call.",
                () -> mostBytes);
    }

    private static Counter counter(MetricRegistry metrics, String outcome) {
        return metrics.counter(
                "hyperterse_credentials_total",
                "Good tokens, and credentials that scripts accept, by whether they were recognised or had to be verified.",
                Labels.of("outcome", outcome));
    }

    private double bytes() {
        return callers.policy()
                .eviction()
                .map(Policy.Eviction::weightedSize)
                .orElseThrow()
                .orElse(0);
    }

    Optional<AuthenticationResult.Passed> find(Object owner, String credentials) {
        var kept = callers.getIfPresent(new Key(TokenDigest.of(credentials), owner));
        if (kept == null
                || kept.passed().until().filter(clock.instant()::isBefore).isEmpty()) {
            return Optional.empty();
        }
        recognised.increment();
        return Optional.of(kept.passed());
    }

    void keep(Object owner, String credentials, AuthenticationResult.Passed passed) {
        verified.increment();
        callers.put(new Key(TokenDigest.of(credentials), owner), new Kept(passed, CallerWeight.of(passed.principal())));
    }
}
