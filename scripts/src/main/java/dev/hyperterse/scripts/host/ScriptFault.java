package dev.hyperterse.scripts.host;

/** The reason why a turn did not complete. */
public final class ScriptFault extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final Kind kind;
    private final String stack;

    public enum Kind {
        /** Thrown by the author's code. */
        THROWN,
        /** A limit of the engine's memory. */
        MEMORY,
        /** Calls are nested too deeply. */
        DEPTH,
        /** The end of the run. */
        STOPPED,
        /** An internal error of the engine. */
        BROKEN
    }

    private ScriptFault(Kind kind, String message, String stack, Throwable cause) {
        super(message, cause, false, false);
        this.kind = kind;
        this.stack = stack;
    }

    public static ScriptFault thrown(String message, String stack) {
        return new ScriptFault(Kind.THROWN, message, stack, null);
    }

    public static ScriptFault of(Kind kind, Throwable cause) {
        return new ScriptFault(kind, cause.getMessage(), "", cause);
    }

    Kind kind() {
        return kind;
    }

    String stack() {
        return stack;
    }
}
