package dev.hyperterse.cli.terminal;

/** Ends a command with a message that says what to do; never a stack trace. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;

    public CommandFailure(ExitCode exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    public CommandFailure(ExitCode exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    public ExitCode exitCode() {
        return exitCode;
    }
}
