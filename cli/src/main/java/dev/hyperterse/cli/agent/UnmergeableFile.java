package dev.hyperterse.cli.agent;

/** A configuration file that only its owner can edit without losing something. */
public final class UnmergeableFile extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnmergeableFile(String message) {
        super(message);
    }
}
