package dev.hyperterse.runtime.auth;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.runtime.access.PolicyCheck;
import dev.hyperterse.runtime.auth.caller.ApiKeyAuthenticator;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult.Missing;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult.NotAdmitted;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult.Passed;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult.Refused;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult.Unknown;
import dev.hyperterse.runtime.auth.caller.Authenticator;
import dev.hyperterse.runtime.auth.caller.Credentials;
import dev.hyperterse.runtime.auth.token.BearerChallenge;
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
    private static final AuthenticationResult NOBODY = new Passed(Principal.ANONYMOUS, Optional.empty());

    private static final Optional<AuthenticationResult> NOT_ASKED = Optional.of(new Missing());

    private final List<Authenticator> anyOf;
    private final boolean anonymous;
    private final Optional<PolicyCheck> policy;
    private final Set<String> scopes;
    private final boolean hidesMetadata;

    /**
     * @param anyOf in the order in which they are tried
     * @param anonymous whether a request without credentials passes as anonymous
     */
    Authentication(List<Authenticator> anyOf, boolean anonymous, Optional<PolicyCheck> policy) {
        this(anyOf, anonymous, policy, false);
    }

    /** @param hidesMetadata whether challenges do not lead clients to OAuth metadata */
    Authentication(List<Authenticator> anyOf, boolean anonymous, Optional<PolicyCheck> policy, boolean hidesMetadata) {
        this.hidesMetadata = hidesMetadata;
        this.anyOf = List.copyOf(anyOf);
        this.anonymous = anonymous;
        this.policy = policy;
        this.scopes = policy.map(check -> check.policy().scopes()).orElseGet(Set::of);
    }

    /** The result for a request, and the challenges of its response. */
    public record Outcome(AuthenticationResult result, List<String> challenges) {}

    /**
     * The first plugin that finds its credentials decides, together with later ones that read the same header: a wrong
     * key is refused even beside a valid token. Cached results are looked up first, so that known credentials never
     * block on an issuer or a script. If no plugin accepts them, the result is the most specific refusal.
     */
    public Outcome authenticate(Credentials credentials) {
        var results = new ArrayList<Optional<AuthenticationResult>>(anyOf.size());
        var first = Optional.<Authenticator>empty();
        for (var authenticator : anyOf) {
            var result = first.isEmpty() || first.get().sharesHeader(authenticator)
                    ? authenticator.recall(credentials).map(this::admitted)
                    : NOT_ASKED;
            if (result.isPresent() && result.get() instanceof Passed) {
                return new Outcome(result.get(), List.of());
            }
            if (first.isEmpty() && !(result.isPresent() && result.get() instanceof Missing)) {
                first = Optional.of(authenticator);
            }
            results.add(result);
        }
        var found = new ArrayList<AuthenticationResult>(anyOf.size());
        for (var index = 0; index < anyOf.size(); index++) {
            var result = results.get(index).isPresent()
                    ? results.get(index).get()
                    : admitted(anyOf.get(index).authenticate(credentials));
            if (result instanceof Passed) {
                return new Outcome(result, List.of());
            }
            found.add(result);
        }
        return refused(found);
    }

    /**
     * A request with invalid credentials is refused and not served as anonymous, so that its client notices the
     * mistake.
     */
    private Outcome refused(List<AuthenticationResult> found) {
        if (anonymous && found.stream().allMatch(Missing.class::isInstance)) {
            var nobody = admitted(NOBODY);
            return new Outcome(nobody, nobody instanceof Passed ? List.of() : challenges(found, 0));
        }
        AuthenticationResult worst = new Missing();
        for (var result : found) {
            worst = rank(result) > rank(worst) ? result : worst;
        }
        return new Outcome(worst, challenges(found, rank(worst)));
    }

    /**
     * The challenges, without those of plugins for another issuer if a plugin has a more specific result. Many clients
     * read only the first challenge, so challenges for tokens come first.
     */
    private List<String> challenges(List<AuthenticationResult> found, int worst) {
        return IntStream.range(0, anyOf.size())
                .filter(index -> !isForeign(found.get(index)) || worst == rank(found.get(index)))
                .mapToObj(index -> anyOf.get(index).challenge(found.get(index), scopes))
                .flatMap(Optional::stream)
                .map(challenge -> hidesMetadata ? BearerChallenge.withoutMetadata(challenge) : challenge)
                .distinct()
                .sorted(Comparator.comparing(challenge -> challenge.startsWith(ApiKeyAuthenticator.SCHEME)))
                .toList();
    }

    /** Applies the server's policy: an anonymous caller lacks credentials, an authenticated one is not admitted. */
    private AuthenticationResult admitted(AuthenticationResult result) {
        if (!(result instanceof Passed(var principal, var _))
                || policy.filter(check -> !check.admits(principal)).isEmpty()) {
            return result;
        }
        return principal.subject().isEmpty()
                ? new Missing()
                : new NotAdmitted(policy.get().missingScopes(principal));
    }

    /** The headers with credentials, which cross-origin requests may have. */
    public List<String> headers() {
        return anyOf.stream().flatMap(it -> it.headers().stream()).toList();
    }

    private static boolean isForeign(AuthenticationResult result) {
        return result instanceof Refused(var _, var what) && what == Refused.What.ISSUER;
    }

    private static int rank(AuthenticationResult result) {
        return switch (result) {
            case Passed _, Missing _ -> 0;
            case Refused _ when isForeign(result) -> 1;
            case Refused _ -> 2;
            case Unknown _ -> 3;
            case NotAdmitted _ -> 4;
        };
    }
}
