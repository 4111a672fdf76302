package dev.hyperterse.runtime.mcp.message;

/** Unwinds a scan at the first byte that cannot belong to a message; never leaves {@link MessageScanner}. */
final class MalformedMessage extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedMessage(String message) {
        // No stack trace: clients can cause one with each request.
        super(message, null, false, false);
    }
}
