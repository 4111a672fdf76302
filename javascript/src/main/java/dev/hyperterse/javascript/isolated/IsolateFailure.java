package dev.hyperterse.javascript.isolated;

/** The reason why a turn of a world failed. After all but {@code THROWN} the world is not used again. */
public final class IsolateFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final Kind kind;
    private final String stack;

    public enum Kind {
        /** The script threw it. */
        THROWN,
        /** The memory of the world is exhausted. */
        MEMORY,
        /** Calls are nested too deeply. */
        DEPTH,
        /** It was stopped from outside. */
        STOPPED,
        /** The engine trapped. */
        BROKEN
    }

    IsolateFailure(Kind kind, String message, String stack) {
        super(message, null, false, false);
        this.kind = kind;
        this.stack = stack;
    }

    IsolateFailure(Kind kind, Throwable cause) {
        super(cause.getMessage(), cause);
        this.kind = kind;
        this.stack = "";
    }

    public Kind kind() {
        return kind;
    }

    /** Empty where the engine has none. */
    public String stack() {
        return stack;
    }
}
