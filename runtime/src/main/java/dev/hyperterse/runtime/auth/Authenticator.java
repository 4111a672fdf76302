package dev.hyperterse.runtime.auth;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A plugin at work. May wait for an issuer, never for long. */
interface Authenticator {
    /** What is known of them without asking anybody; empty where they have to be {@linkplain #judge looked at}. */
    Optional<Verdict> recall(Credentials credentials);

    /** Those of which nothing is known. */
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
