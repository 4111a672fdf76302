package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.mcp.message.PostedMessage;

/** Versions of the protocol that open, frame and fail alike. {@link EraSelector} decides which one a request is of. */
public interface Era {
    /** Whether a request that names that version is one of this era. */
    boolean recognizes(String version);

    /** Answers one well-formed message that names no version of another era; never throws because of its content. */
    Answer answer(PostedMessage message, Caller caller, LiveCatalog live, CallStream stream);
}
