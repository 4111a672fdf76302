package dev.hyperterse.cli.dev;

/** Somebody else listens on the port. */
public final class PortTaken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int port;

    PortTaken(int port, Throwable cause) {
        super("port " + port + " is in use", cause);
        this.port = port;
    }

    public int port() {
        return port;
    }
}
