package dev.hyperterse.calls.fetch;

/**
 * The reason why a fetch failed. The message is for the caller and names no address; the cause is for the log.
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
