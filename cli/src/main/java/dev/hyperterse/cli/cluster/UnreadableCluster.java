package dev.hyperterse.cli.cluster;

/** The cluster cannot be asked, or does not answer what has to be known. Its message is for the user. */
public final class UnreadableCluster extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreadableCluster(String message) {
        super(message);
    }

    UnreadableCluster(String message, Throwable cause) {
        super(message, cause);
    }
}
