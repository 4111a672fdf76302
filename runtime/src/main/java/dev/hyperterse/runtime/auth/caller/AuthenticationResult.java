package dev.hyperterse.runtime.auth.caller;

import dev.hyperterse.calls.Principal;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** The result of checking the credentials of a request. */
public sealed interface AuthenticationResult {
    /**
     * The credentials are valid.
     *
     * @param until when they expire
     */
    record Passed(Principal principal, Optional<Instant> until) implements AuthenticationResult {}

    /**
     * The credentials are valid, but the server's policy does not admit the caller.
     *
     * @param missingScopes the missing scopes, if the caller satisfies all else
     */
    record NotAdmitted(Set<String> missingScopes) implements AuthenticationResult {}

    /** The request has no credentials of this kind. */
    record Missing() implements AuthenticationResult {}

    /**
     * The credentials are invalid.
     *
     * @param why for the sender
     * @param what the part that is invalid
     */
    record Refused(String why, What what) implements AuthenticationResult {
        /** The part that is invalid. */
        public enum What {
            CREDENTIALS,
            /** The issuer, which may be that of another plugin. */
            ISSUER,
            /** The proof of possession. */
            PROOF
        }

        public Refused(String why) {
            this(why, What.CREDENTIALS);
        }
    }

    /**
     * The credentials cannot be checked now.
     *
     * @param retryAfterSeconds when a retry may succeed
     */
    record Unknown(String why, long retryAfterSeconds) implements AuthenticationResult {
        public Unknown(String why) {
            this(why, 1);
        }
    }
}
