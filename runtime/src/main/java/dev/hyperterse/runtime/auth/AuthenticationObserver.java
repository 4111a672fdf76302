package dev.hyperterse.runtime.auth;

/** Is told of each request that is not authenticated. */
@FunctionalInterface
public interface AuthenticationObserver {
    void refused(Verdict verdict);
}
