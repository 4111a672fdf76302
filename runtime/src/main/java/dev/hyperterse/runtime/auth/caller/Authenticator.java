package dev.hyperterse.runtime.auth.caller;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One plugin: checks the credentials of requests. May block on an issuer for a bounded time. */
public interface Authenticator {
    /**
     * The result, if it is cached or can be computed locally; empty if the credentials must be {@linkplain #authenticate
     * checked}.
     */
    Optional<AuthenticationResult> recall(Credentials credentials);

    /** Checks credentials that {@link #recall} does not know. */
    AuthenticationResult authenticate(Credentials credentials);

    /**
     * The challenge of a {@code WWW-Authenticate} header; empty if other credentials would not help.
     *
     * @param result on the credentials of this kind
     * @param scopes required of every caller of the server
     */
    Optional<String> challenge(AuthenticationResult result, Set<String> scopes);

    /** The headers with the credentials that it reads. */
    List<String> headers();

    /** Whether both read the same header, so that the credentials in it may be those of either. */
    default boolean sharesHeader(Authenticator other) {
        return headers().stream().anyMatch(own -> other.headers().stream().anyMatch(own::equalsIgnoreCase));
    }
}
