package dev.hyperterse.runtime.source.kubernetes;

/** The API server did not answer, or answered with something that may pass; the replica keeps what it serves. */
public final class ApiServerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ApiServerException(String message) {
        super(message);
    }

    ApiServerException(String message, Throwable cause) {
        super(message, cause);
    }
}
