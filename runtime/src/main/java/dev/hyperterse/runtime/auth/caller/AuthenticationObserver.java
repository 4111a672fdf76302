package dev.hyperterse.runtime.auth.caller;

/** Notified of each request that fails authentication. */
@FunctionalInterface
public interface AuthenticationObserver {
    void refused(AuthenticationResult result);
}
