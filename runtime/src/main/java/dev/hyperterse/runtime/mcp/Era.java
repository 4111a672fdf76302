package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.CallStream;
import dev.hyperterse.runtime.mcp.call.Caller;
import dev.hyperterse.runtime.mcp.message.PostedMessage;

/**
 * A family of protocol versions with the same handshake, framing and errors. {@link EraSelector} selects the era of a
 * request.
 */
public interface Era {
    /** Whether a version belongs to this era. */
    boolean recognizes(String version);

    /** Answers one well-formed message that names no version of another era; never throws because of its content. */
    Answer answer(PostedMessage message, Caller caller, LiveCatalog live, CallStream stream);
}
