package dev.hyperterse.runtime.auth;

import java.util.Optional;

/**
 * The entries of a {@link TokenCache} for one plugin: verified tokens, or credentials that a script has accepted. Each
 * is kept until it expires, is due for another check, or the issuer's keys change.
 */
final class PluginTokens {
    private final TokenCache cache;
    private volatile Object owner = new Object();

    PluginTokens(TokenCache cache) {
        this.cache = cache;
    }

    Optional<AuthenticationResult.Passed> find(String credentials) {
        return cache.find(owner, credentials);
    }

    void keep(String credentials, AuthenticationResult.Passed passed) {
        cache.keep(owner, credentials, passed);
    }

    /** Entries of the former owner are no longer found, and expire. */
    void forgetAll() {
        owner = new Object();
    }
}
