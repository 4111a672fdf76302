package dev.hyperterse.engines.mcp.message;

import java.net.ProtocolException;

/** The other side sends something that is not the protocol, or more of it than is read. */
public final class NotMcp extends ProtocolException {
    private static final long serialVersionUID = 1L;

    /** @param why one line, without text of the other side */
    public NotMcp(String why) {
        super(why);
    }
}
