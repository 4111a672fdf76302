package dev.hyperterse.engines.http.token;

import dev.hyperterse.calls.context.CallContext;
import java.util.Optional;
import java.util.Set;

/** The token that a caller was admitted with. */
public record CallerToken(String value) {
    private static final String SCHEME = "Bearer ";
    /** A token that is bound to a key is of no use to another holder. */
    private static final String BOUND = "cnf";

    /**
     * The token of a call; empty if its caller has none that may be exchanged.
     *
     * @param verifying plugins that have verified the signature of such a token
     */
    static Optional<CallerToken> of(CallContext context, Set<String> verifying) {
        var principal = context.principal();
        if (principal.plugin().filter(verifying::contains).isEmpty()
                || principal.claims().containsKey(BOUND)) {
            return Optional.empty();
        }
        var sent = context.headers().all("authorization");
        return sent.size() == 1 && sent.getFirst().strip().regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? Optional.of(new CallerToken(
                        sent.getFirst().strip().substring(SCHEME.length()).strip()))
                : Optional.empty();
    }

    /** Without the value. */
    @Override
    public String toString() {
        return "CallerToken[]";
    }
}
