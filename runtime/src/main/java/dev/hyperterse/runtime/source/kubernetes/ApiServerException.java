package dev.hyperterse.runtime.source.kubernetes;

/** The API server did not respond, or responded with a transient error; the replica keeps its catalog. */
public final class ApiServerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ApiServerException(String message) {
        super(message);
    }

    ApiServerException(String message, Throwable cause) {
        super(message, cause);
    }
}
