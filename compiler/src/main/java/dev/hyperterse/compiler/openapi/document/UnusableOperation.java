package dev.hyperterse.compiler.openapi.document;

/** Ends the reading of one operation: no tool can be made of it, and the message says why and what to do. */
public final class UnusableOperation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnusableOperation(String message) {
        super(message, null, false, false);
    }
}
