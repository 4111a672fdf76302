package dev.hyperterse.runtime.auth;

import java.util.Optional;

/** A plugin at work. May wait for an issuer, never for long. */
interface Authenticator {
    Verdict judge(Credentials credentials);

    /**
     * The challenge of a {@code WWW-Authenticate} header; empty where there is nothing to ask for.
     *
     * @param refused whether such credentials were there
     */
    Optional<String> challenge(boolean refused);

    /** The header that pages may send besides the usual ones. */
    default Optional<String> header() {
        return Optional.empty();
    }
}
