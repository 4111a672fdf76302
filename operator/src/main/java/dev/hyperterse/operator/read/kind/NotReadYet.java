package dev.hyperterse.operator.read.kind;

/** The API server has not answered yet, or cannot be read; the reconciliation is retried. */
public final class NotReadYet extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NotReadYet(String message) {
        super(message);
    }

    public NotReadYet(String message, Throwable cause) {
        super(message, cause);
    }
}
