package dev.hyperterse.runtime.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Tokens whose signatures need not be verified again, or credentials that a script has accepted: each by its digest, until
 * it ends, the issuer's keys change, or they have to be looked at again. Holds no token.
 */
final class KnownTokens {
    /** A key that its issuer has withdrawn is noticed no later than this and {@link IssuerKeys#FRESH} together. */
    private static final Duration KEPT = Duration.ofMinutes(5);

    /** The claims as objects take a few times the length of the token. */
    private static final int BYTES_PER_CHARACTER = 8;

    private static final int ENTRY = 512;
    private static final long MOST_BYTES = 8L << 20;

    private final InstantSource clock;
    private final Cache<TokenDigest, Kept> tokens;

    private record Kept(Verdict.Passed passed, int bytes) {}

    KnownTokens(InstantSource clock, Ticker ticker) {
        this.clock = clock;
        this.tokens = Caffeine.newBuilder()
                .ticker(ticker)
                .executor(Runnable::run)
                .expireAfterWrite(KEPT)
                .maximumWeight(MOST_BYTES)
                .weigher((TokenDigest digest, Kept kept) -> kept.bytes())
                .build();
    }

    Optional<Verdict.Passed> find(String token) {
        var kept = tokens.getIfPresent(TokenDigest.of(token));
        return kept == null
                        || kept.passed()
                                .until()
                                .filter(clock.instant()::isBefore)
                                .isEmpty()
                ? Optional.empty()
                : Optional.of(kept.passed());
    }

    void keep(String token, Verdict.Passed passed) {
        keep(token, passed, token.length());
    }

    /** @param characters that the caller's claims were read from */
    void keep(String token, Verdict.Passed passed, int characters) {
        tokens.put(TokenDigest.of(token), new Kept(passed, ENTRY + BYTES_PER_CHARACTER * characters));
    }

    void forgetAll() {
        tokens.invalidateAll();
    }
}
