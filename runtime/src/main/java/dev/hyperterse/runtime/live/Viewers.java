package dev.hyperterse.runtime.live;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.runtime.access.PolicyCheck;
import java.util.Optional;

/** The callers that see a definition. Refers to no catalog; equal if the same policy decides. */
final class Viewers {
    private static final Viewers ALL = new Viewers(Optional.empty(), Optional.empty());

    /** Cached callers: enough for those that reconnect repeatedly. */
    private static final int MOST_KNOWN = 64;

    private final Optional<EvaluationKey> key;
    private final Optional<PolicyCheck> check;
    /** The cached results; only where there are rules, whose evaluation is expensive. */
    private final Optional<Cache<Principal, Boolean>> known;

    private Viewers(Optional<EvaluationKey> key, Optional<PolicyCheck> check) {
        this.key = key;
        this.check = check;
        this.known = check.filter(it -> it.mostWork() > 0).map(_ -> Caffeine.newBuilder()
                .weakKeys()
                .maximumSize(MOST_KNOWN)
                .executor(Runnable::run)
                .build());
    }

    static Viewers all() {
        return ALL;
    }

    /** The callers that see a leaf of a catalog. */
    static Viewers of(Leaf leaf, LiveCatalog live) {
        return leaf.access()
                .filter(AccessPolicy::hides)
                .map(access -> new Viewers(
                        Optional.of(EvaluationKey.of(access, leaf)),
                        live.classes().flatMap(it -> it.check(leaf))))
                .orElse(ALL);
    }

    boolean include(Principal principal) {
        return check.map(it -> admits(it, principal)).orElse(key.isEmpty());
    }

    private boolean admits(PolicyCheck policy, Principal principal) {
        return known.isPresent()
                ? known.get().get(principal, caller -> policy.admits(caller))
                : policy.admits(principal);
    }

    /** The maximum units of work to evaluate it for one caller. */
    long work() {
        return check.map(PolicyCheck::mostWork).orElse(0L);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Viewers viewers && key.equals(viewers.key);
    }

    @Override
    public int hashCode() {
        return key.hashCode();
    }
}
