package dev.hyperterse.runtime.auth;

import dev.hyperterse.runtime.call.Principal;
import java.util.Optional;
import java.util.Set;

/** Lets every call pass, without an identity. */
record Everyone() implements Authenticator {
    private static final Verdict PASSED = new Verdict.Passed(Principal.ANONYMOUS, Optional.empty());

    @Override
    public Verdict judge(Credentials credentials) {
        return PASSED;
    }

    @Override
    public Optional<String> challenge(Verdict verdict, Set<String> scopes) {
        return Optional.empty();
    }
}
