package dev.hyperterse.runtime.auth;

import dev.hyperterse.runtime.call.Principal;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** What became of the credentials of a request. */
public sealed interface Verdict {
    /**
     * They are good.
     *
     * @param until when they end by themselves
     */
    record Passed(Principal principal, Optional<Instant> until) implements Verdict {}

    /**
     * They are good, and their owner is not what the server's policy asks for.
     *
     * @param missingScopes what it lacks, where that is all it lacks
     */
    record NotAdmitted(Set<String> missingScopes) implements Verdict {}

    /** There are none of this kind. */
    record Missing() implements Verdict {}

    /**
     * They are not good; the words are for the one who sent them.
     *
     * @param what of them
     */
    record Refused(String why, What what) implements Verdict {
        /** What is not good. */
        public enum What {
            CREDENTIALS,
            /** They are of an issuer whom another plugin may know. */
            ISSUER,
            /** The proof of possession. */
            PROOF
        }

        public Refused(String why) {
            this(why, What.CREDENTIALS);
        }
    }

    /**
     * It cannot be found out now whether they are good.
     *
     * @param retryAfterSeconds when it may be known
     */
    record Unknown(String why, long retryAfterSeconds) implements Verdict {
        public Unknown(String why) {
            this(why, 1);
        }
    }
}
