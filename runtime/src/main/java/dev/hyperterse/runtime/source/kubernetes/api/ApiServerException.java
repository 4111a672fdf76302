package dev.hyperterse.runtime.source.kubernetes.api;

/** The API server did not respond, or responded with a transient error; the replica keeps its catalog. */
public final class ApiServerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ApiServerException(String message) {
        super(message);
    }

    public ApiServerException(String message, Throwable cause) {
        super(message, cause);
    }
}
