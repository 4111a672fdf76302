package dev.hyperterse.runtime.auth;

import dev.hyperterse.runtime.access.PolicyCheck;
import dev.hyperterse.runtime.auth.Verdict.Missing;
import dev.hyperterse.runtime.auth.Verdict.NotAdmitted;
import dev.hyperterse.runtime.auth.Verdict.Passed;
import dev.hyperterse.runtime.auth.Verdict.Refused;
import dev.hyperterse.runtime.auth.Verdict.Unknown;
import dev.hyperterse.runtime.call.Principal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Authenticates requests: by the plugins of a server, one of which must accept the credentials, and by the server's
 * policy.
 */
public final class Authentication {
    private static final Verdict NOBODY = new Passed(Principal.ANONYMOUS, Optional.empty());

    private final List<Authenticator> anyOf;
    private final boolean anonymous;
    private final Optional<PolicyCheck> policy;
    private final Set<String> scopes;

    /**
     * @param anyOf in the order in which they are tried
     * @param anonymous whether a request without credentials passes as anonymous
     */
    Authentication(List<Authenticator> anyOf, boolean anonymous, Optional<PolicyCheck> policy) {
        this.anyOf = List.copyOf(anyOf);
        this.anonymous = anonymous;
        this.policy = policy;
        this.scopes = policy.map(check -> check.policy().scopes()).orElseGet(Set::of);
    }

    /** The result for a request, and the challenges of its response. */
    public record Outcome(Verdict verdict, List<String> challenges) {}

    /**
     * The first plugin that accepts the credentials decides. Cached results are looked up first, so that known
     * credentials never block on an issuer or a script. If no plugin accepts them, the result is the most specific
     * refusal.
     */
    public Outcome judge(Credentials credentials) {
        var verdicts = new ArrayList<Optional<Verdict>>(anyOf.size());
        for (var authenticator : anyOf) {
            var verdict = authenticator.recall(credentials).map(this::admitted);
            if (verdict.isPresent() && verdict.get() instanceof Passed) {
                return new Outcome(verdict.get(), List.of());
            }
            verdicts.add(verdict);
        }
        var found = new ArrayList<Verdict>(anyOf.size());
        for (var index = 0; index < anyOf.size(); index++) {
            var verdict = verdicts.get(index).isPresent()
                    ? verdicts.get(index).get()
                    : admitted(anyOf.get(index).judge(credentials));
            if (verdict instanceof Passed) {
                return new Outcome(verdict, List.of());
            }
            found.add(verdict);
        }
        return refused(found);
    }

    /**
     * A request with invalid credentials is refused and not served as anonymous, so that its client notices the
     * mistake.
     */
    private Outcome refused(List<Verdict> found) {
        if (anonymous && found.stream().allMatch(Missing.class::isInstance)) {
            var nobody = admitted(NOBODY);
            return new Outcome(nobody, nobody instanceof Passed ? List.of() : challenges(found, 0));
        }
        Verdict worst = new Missing();
        for (var verdict : found) {
            worst = rank(verdict) > rank(worst) ? verdict : worst;
        }
        return new Outcome(worst, challenges(found, rank(worst)));
    }

    /**
     * The challenges, without those of plugins for another issuer if a plugin has a more specific result. Many clients
     * read only the first challenge, so challenges for tokens come first.
     */
    private List<String> challenges(List<Verdict> found, int worst) {
        return IntStream.range(0, anyOf.size())
                .filter(index -> !isForeign(found.get(index)) || worst == rank(found.get(index)))
                .mapToObj(index -> anyOf.get(index).challenge(found.get(index), scopes))
                .flatMap(Optional::stream)
                .distinct()
                .sorted(Comparator.comparing(challenge -> challenge.startsWith(ApiKeyAuthenticator.SCHEME)))
                .toList();
    }

    /** Applies the server's policy: an anonymous caller lacks credentials, an authenticated one is not admitted. */
    private Verdict admitted(Verdict verdict) {
        if (!(verdict instanceof Passed(var principal, var _))
                || policy.filter(check -> !check.admits(principal)).isEmpty()) {
            return verdict;
        }
        return principal.subject().isEmpty()
                ? new Missing()
                : new NotAdmitted(policy.get().missingScopes(principal));
    }

    /** The headers of API keys, which cross-origin requests may have. */
    public List<String> headers() {
        return anyOf.stream().flatMap(it -> it.headers().stream()).toList();
    }

    private static boolean isForeign(Verdict verdict) {
        return verdict instanceof Refused(var _, var what) && what == Refused.What.ISSUER;
    }

    private static int rank(Verdict verdict) {
        return switch (verdict) {
            case Passed _, Missing _ -> 0;
            case Refused _ when isForeign(verdict) -> 1;
            case Refused _ -> 2;
            case Unknown _ -> 3;
            case NotAdmitted _ -> 4;
        };
    }
}
