package dev.hyperterse.catalog.server;

/** Who may call. Only open servers can be compiled until plugins arrive; anything else publishes nothing. */
public record AuthSettings(Mode mode) {
    /** Anonymous: declared open. Open: nothing was declared, which the server's status points out. */
    public enum Mode {
        Anonymous,
        Open
    }
}
