package dev.hyperterse.runtime.auth;

import dev.hyperterse.runtime.auth.Verdict.Missing;
import dev.hyperterse.runtime.auth.Verdict.Passed;
import dev.hyperterse.runtime.auth.Verdict.Refused;
import dev.hyperterse.runtime.auth.Verdict.Unknown;
import java.util.ArrayList;
import java.util.List;

/** The plugins of which a call has to pass one. */
public final class Authentication {
    private final List<Authenticator> anyOf;

    Authentication(List<Authenticator> anyOf) {
        this.anyOf = List.copyOf(anyOf);
    }

    /** The verdict on a request, and the challenges of its answer. */
    public record Outcome(Verdict verdict, List<String> challenges) {}

    /** The first that passes decides; otherwise what says most of what is wrong. */
    public Outcome judge(Credentials credentials) {
        Verdict worst = new Missing();
        var challenges = new ArrayList<String>();
        for (var authenticator : anyOf) {
            var verdict = authenticator.judge(credentials);
            if (verdict instanceof Passed) {
                return new Outcome(verdict, List.of());
            }
            authenticator.challenge(verdict instanceof Refused).ifPresent(challenges::add);
            worst = rank(verdict) > rank(worst) ? verdict : worst;
        }
        return new Outcome(worst, List.copyOf(challenges));
    }

    /** The headers of keys, which pages may send. */
    public List<String> headers() {
        return anyOf.stream().flatMap(it -> it.header().stream()).toList();
    }

    private static int rank(Verdict verdict) {
        return switch (verdict) {
            case Passed _, Missing _ -> 0;
            case Refused _ -> 1;
            case Unknown _ -> 2;
        };
    }
}
