package dev.hyperterse.runtime.auth;

import java.util.Optional;

/**
 * What a {@link TokenMemory} has for one plugin: tokens whose signatures need not be verified again, or credentials that a
 * script has accepted; each until it ends, the issuer's keys change, or it has to be looked at again.
 */
final class KnownTokens {
    private final TokenMemory memory;
    private volatile Object owner = new Object();

    KnownTokens(TokenMemory memory) {
        this.memory = memory;
    }

    Optional<Verdict.Passed> find(String credentials) {
        return memory.find(owner, credentials);
    }

    void keep(String credentials, Verdict.Passed passed) {
        memory.keep(owner, credentials, passed);
    }

    /** What is kept for an owner that is none any more is found no more, and leaves in time. */
    void forgetAll() {
        owner = new Object();
    }
}
