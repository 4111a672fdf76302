package dev.hyperterse.runtime.auth;

import java.util.Optional;

/**
 * The entries of a {@link TokenMemory} for one plugin: verified tokens, or credentials that a script has accepted. Each is kept
 * until it expires, is due for another check, or the issuer's keys change.
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

    /** Entries of the former owner are no longer found, and expire. */
    void forgetAll() {
        owner = new Object();
    }
}
