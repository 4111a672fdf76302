package dev.hyperterse.cli.client;

/** There is no server there, or it does not answer as one. */
public final class ConnectionFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ConnectionFailure(String message) {
        super(message);
    }

    public ConnectionFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
