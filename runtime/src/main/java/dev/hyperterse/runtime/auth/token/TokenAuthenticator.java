package dev.hyperterse.runtime.auth.token;

import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.runtime.auth.caller.Authenticator;
import dev.hyperterse.runtime.auth.caller.Credentials;
import dev.hyperterse.runtime.auth.caller.PluginTokens;
import dev.hyperterse.runtime.auth.proof.Confirmation;
import dev.hyperterse.runtime.auth.proof.ProofVerifier;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Authenticates by a token in the {@code Authorization} header: a bearer token (RFC 6750), or one that is bound to a
 * key (RFC 9449). A token in the query is ignored.
 */
public final class TokenAuthenticator implements Authenticator {
    private static final String HEADER = "Authorization";
    private static final String SCHEME = "bearer";
    private static final String BOUND_SCHEME = "dpop";
    private static final int LONGEST = 16 * 1024;

    private final TokenVerifier verifier;
    private final PluginTokens known;
    private final ProofVerifier proofs;
    private final BearerChallenge challenge;

    public TokenAuthenticator(
            TokenVerifier verifier, PluginTokens known, ProofVerifier proofs, BearerChallenge challenge) {
        this.verifier = verifier;
        this.known = known;
        this.proofs = proofs;
        this.challenge = challenge;
    }

    /** The content of the header: a token, or a result without one. */
    private sealed interface Sent {
        record Token(String text, boolean bound) implements Sent {}

        record Other(AuthenticationResult result) implements Sent {}
    }

    @Override
    public Optional<AuthenticationResult> recall(Credentials credentials) {
        return switch (sent(credentials)) {
            case Sent.Other(var result) -> Optional.of(result);
            case Sent.Token token -> known.find(token.text()).map(passed -> proved(passed, token, credentials));
        };
    }

    @Override
    public AuthenticationResult authenticate(Credentials credentials) {
        return switch (sent(credentials)) {
            case Sent.Other(var result) -> result;
            case Sent.Token token -> authenticate(token, credentials);
        };
    }

    private static Sent sent(Credentials credentials) {
        List<String> sent = credentials.header(HEADER);
        if (sent.isEmpty()) {
            return new Sent.Other(new AuthenticationResult.Missing());
        }
        if (sent.size() > 1) {
            return new Sent.Other(new AuthenticationResult.Refused("there is more than one header " + HEADER));
        }
        var value = sent.getFirst().strip();
        // A scheme without a token is a mistake of its sender, and not a request without credentials.
        var scheme = value.split("[ \t]", 2)[0].toLowerCase(Locale.ROOT);
        var bound = scheme.equals(BOUND_SCHEME);
        if (!bound && !scheme.equals(SCHEME)) {
            return new Sent.Other(new AuthenticationResult.Missing());
        }
        var token = value.substring(scheme.length()).strip();
        return token.length() > LONGEST
                ? new Sent.Other(
                        new AuthenticationResult.Refused("the token is longer than %d characters".formatted(LONGEST)))
                : new Sent.Token(token, bound);
    }

    private AuthenticationResult authenticate(Sent.Token token, Credentials credentials) {
        var result = verifier.authenticate(token.text());
        if (!(result instanceof AuthenticationResult.Passed passed)) {
            return result;
        }
        known.keep(token.text(), passed);
        return proved(passed, token, credentials);
    }

    /** A bound token needs a proof of its key, and a bearer token must not come with one. */
    private AuthenticationResult proved(AuthenticationResult.Passed passed, Sent.Token token, Credentials credentials) {
        return switch (Confirmation.of(passed.principal())) {
            case Confirmation.Bearer _
            when token.bound() -> unproved("the token is not bound to a key: send it with the scheme Bearer");
            case Confirmation.Bearer _ -> passed;
            case Confirmation.Key _
            when !token.bound() -> unproved("the token is bound to a key: send it with the scheme DPoP, and a proof");
            case Confirmation.Key(var thumbprint) ->
                proofs.fault(
                                credentials,
                                new ProofVerifier.Bound(
                                        token.text(),
                                        thumbprint,
                                        passed.principal().subject().orElse("")))
                        .orElse(passed);
            case Confirmation.Other _ ->
                new AuthenticationResult.Refused("the token is bound in a way that is not supported");
        };
    }

    private static AuthenticationResult unproved(String why) {
        return new AuthenticationResult.Refused(why, AuthenticationResult.Refused.What.PROOF);
    }

    @Override
    public List<String> headers() {
        return List.of(HEADER, ProofVerifier.HEADER);
    }

    @Override
    public Optional<String> challenge(AuthenticationResult result, Set<String> scopes) {
        return challenge.of(result, scopes);
    }
}
