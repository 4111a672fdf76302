package dev.hyperterse.cli.init.read;

/** A database that does not answer, or refuses to. The message is that of the engine. */
public final class UnreadableDatabase extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnreadableDatabase(String message) {
        super(message);
    }
}
