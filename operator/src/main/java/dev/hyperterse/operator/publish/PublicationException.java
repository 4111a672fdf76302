package dev.hyperterse.operator.publish;

/** The API server did not answer or refused for a reason that may pass; the publication is tried again. */
public sealed class PublicationException extends RuntimeException permits ForbiddenException, ForeignObjectException {
    private static final long serialVersionUID = 1;

    public PublicationException(String message, Throwable cause) {
        super(message, cause);
    }

    public PublicationException(String message) {
        super(message);
    }
}
