package dev.hyperterse.engines;

import java.io.IOException;

/** A file has no password that a connection could be opened with; a later attempt may find one. */
public final class UnreadablePassword extends IOException {
    private static final long serialVersionUID = 1L;

    /** @param reason names neither the file nor anything in it */
    UnreadablePassword(String reason) {
        super(reason);
    }

    /** The reason that the state of the adapter gives. */
    public String reason() {
        return getMessage();
    }
}
