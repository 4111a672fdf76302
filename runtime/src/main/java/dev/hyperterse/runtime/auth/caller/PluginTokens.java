package dev.hyperterse.runtime.auth.caller;

import java.util.Optional;

/**
 * The entries of a {@link TokenCache} for one plugin: verified tokens, or credentials that a script has accepted. Each
 * is kept until it expires, is due for another check, or the issuer's keys change.
 */
public final class PluginTokens {
    private final TokenCache cache;
    private volatile Object owner = new Object();

    public PluginTokens(TokenCache cache) {
        this.cache = cache;
    }

    public Optional<AuthenticationResult.Passed> find(String credentials) {
        return cache.find(owner, credentials);
    }

    public void keep(String credentials, AuthenticationResult.Passed passed) {
        cache.keep(owner, credentials, passed);
    }

    /** Entries of the former owner are no longer found, and expire. */
    public void forgetAll() {
        owner = new Object();
    }
}
