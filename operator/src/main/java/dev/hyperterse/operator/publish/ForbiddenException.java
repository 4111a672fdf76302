package dev.hyperterse.operator.publish;

/** The operator may not read or write catalogs in the namespace: it is no gateway namespace, or not any more. */
public final class ForbiddenException extends PublicationException {
    private static final long serialVersionUID = 1;

    public ForbiddenException(String message, Throwable cause) {
        super(message, cause);
    }
}
