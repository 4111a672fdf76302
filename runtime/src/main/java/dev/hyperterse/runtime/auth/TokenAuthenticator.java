package dev.hyperterse.runtime.auth;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A bearer token in the {@code Authorization} header (RFC 6750); one in the query is none. */
final class TokenAuthenticator implements Authenticator {
    private static final String HEADER = "Authorization";
    private static final String SCHEME = "bearer ";
    private static final String BOUND_SCHEME = "dpop ";
    private static final int LONGEST = 16 * 1024;

    private final TokenVerifier verifier;
    private final KnownTokens known;
    private final Optional<String> metadataUrl;

    /**
     * @param metadataUrl where clients find out whose tokens are taken (RFC 9728)
     */
    TokenAuthenticator(TokenVerifier verifier, KnownTokens known, Optional<String> metadataUrl) {
        this.verifier = verifier;
        this.known = known;
        this.metadataUrl = metadataUrl;
    }

    @Override
    public Verdict judge(Credentials credentials) {
        List<String> sent = credentials.header(HEADER);
        if (sent.isEmpty()) {
            return new Verdict.Missing();
        }
        if (sent.size() > 1) {
            return new Verdict.Refused("there is more than one header " + HEADER);
        }
        var value = sent.getFirst().strip();
        var scheme =
                value.substring(0, Math.min(value.length(), SCHEME.length())).toLowerCase(Locale.ROOT);
        if (scheme.startsWith(BOUND_SCHEME)) {
            return new Verdict.Refused("proofs of possession (DPoP) are not supported here");
        }
        if (!scheme.equals(SCHEME)) {
            return new Verdict.Missing();
        }
        var token = value.substring(SCHEME.length()).strip();
        return token.length() > LONGEST
                ? new Verdict.Refused("the token is longer than %d characters".formatted(LONGEST))
                : known.find(token).orElseGet(() -> judge(token));
    }

    private Verdict judge(String token) {
        var verdict = verifier.judge(token);
        if (verdict instanceof Verdict.Passed passed) {
            known.keep(token, passed);
        }
        return verdict;
    }

    @Override
    public Optional<String> challenge(Verdict verdict, Set<String> scopes) {
        var parameters = new ArrayList<String>();
        switch (verdict) {
            case Verdict.Refused _ -> parameters.add("error=\"invalid_token\"");
            case Verdict.NotAdmitted(var missing) -> {
                if (missing.isEmpty()) {
                    return Optional.empty();
                }
                parameters.add("error=\"insufficient_scope\"");
            }
            case Verdict.Missing _, Verdict.Unknown _, Verdict.Passed _ -> {}
        }
        if (!scopes.isEmpty()) {
            parameters.add("scope=\"" + String.join(" ", scopes) + "\"");
        }
        metadataUrl.ifPresent(url -> parameters.add("resource_metadata=\"" + url + "\""));
        return Optional.of("Bearer " + (parameters.isEmpty() ? "realm=\"mcp\"" : String.join(", ", parameters)));
    }
}
