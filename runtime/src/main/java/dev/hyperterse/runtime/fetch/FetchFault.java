package dev.hyperterse.runtime.fetch;

/**
 * The reason why a fetch failed. Its message is for the caller, and names no address; what it was made with is for the log.
 */
final class FetchFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FetchFault(String message) {
        super(message);
    }

    FetchFault(String message, Throwable cause) {
        super(message, cause);
    }
}
