package dev.hyperterse.compiler.platform;

/** The fragments of the platform cannot be used; the message says which, where and why. */
public final class InvalidFragments extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InvalidFragments(String message) {
        super(message);
    }
}
