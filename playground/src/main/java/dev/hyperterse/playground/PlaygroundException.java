package dev.hyperterse.playground;

/** The playground cannot do what it was asked to do; the message is for its user. */
public final class PlaygroundException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PlaygroundException(String message) {
        super(message);
    }

    public PlaygroundException(String message, Throwable cause) {
        super(message, cause);
    }
}
