package dev.hyperterse.runtime.auth;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The check of one plugin. It may block on an issuer, for a bounded time. */
interface Authenticator {
    /** The verdict that needs no other party; empty where the credentials have to be {@linkplain #judge checked}. */
    Optional<Verdict> recall(Credentials credentials);

    /** Checks credentials that {@link #recall} does not know. */
    Verdict judge(Credentials credentials);

    /**
     * The challenge of a {@code WWW-Authenticate} header; empty where there is nothing to ask for.
     *
     * @param verdict on the credentials of this kind
     * @param scopes that every caller of the server needs
     */
    Optional<String> challenge(Verdict verdict, Set<String> scopes);

    /** The headers that pages may send besides the usual ones. */
    default List<String> headers() {
        return List.of();
    }
}
