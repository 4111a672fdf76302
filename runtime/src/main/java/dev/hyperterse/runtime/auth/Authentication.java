package dev.hyperterse.runtime.auth;

import dev.hyperterse.runtime.access.PolicyCheck;
import dev.hyperterse.runtime.auth.Verdict.Missing;
import dev.hyperterse.runtime.auth.Verdict.NotAdmitted;
import dev.hyperterse.runtime.auth.Verdict.Passed;
import dev.hyperterse.runtime.auth.Verdict.Refused;
import dev.hyperterse.runtime.auth.Verdict.Unknown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The plugins of which a call has to pass one, and what its caller has to be. */
public final class Authentication {
    private final List<Authenticator> anyOf;
    private final Optional<PolicyCheck> policy;
    private final Set<String> scopes;

    Authentication(List<Authenticator> anyOf, Optional<PolicyCheck> policy) {
        this.anyOf = List.copyOf(anyOf);
        this.policy = policy;
        this.scopes = policy.map(check -> check.policy().scopes()).orElseGet(Set::of);
    }

    /** The verdict on a request, and the challenges of its answer. */
    public record Outcome(Verdict verdict, List<String> challenges) {}

    /** The first that passes decides; otherwise what says most of what is wrong. */
    public Outcome judge(Credentials credentials) {
        Verdict worst = new Missing();
        var challenges = new ArrayList<String>();
        for (var authenticator : anyOf) {
            var verdict = admitted(authenticator.judge(credentials));
            if (verdict instanceof Passed) {
                return new Outcome(verdict, List.of());
            }
            authenticator.challenge(verdict, scopes).ifPresent(challenges::add);
            worst = rank(verdict) > rank(worst) ? verdict : worst;
        }
        return new Outcome(worst, List.copyOf(challenges));
    }

    /** Credentials that could help are missing where there were none, and not enough where there were some. */
    private Verdict admitted(Verdict verdict) {
        if (!(verdict instanceof Passed(var principal, var _))
                || policy.filter(check -> !check.admits(principal)).isEmpty()) {
            return verdict;
        }
        return principal.subject().isEmpty()
                ? new Missing()
                : new NotAdmitted(policy.get().missingScopes(principal));
    }

    /** The headers of keys, which pages may send. */
    public List<String> headers() {
        return anyOf.stream().flatMap(it -> it.headers().stream()).toList();
    }

    private static int rank(Verdict verdict) {
        return switch (verdict) {
            case Passed _, Missing _ -> 0;
            case Refused _ -> 1;
            case Unknown _ -> 2;
            case NotAdmitted _ -> 3;
        };
    }
}
