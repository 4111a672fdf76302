package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.mcp.Answer;
import dev.hyperterse.runtime.mcp.CallStream;
import dev.hyperterse.runtime.mcp.Caller;
import dev.hyperterse.runtime.mcp.Era;
import dev.hyperterse.runtime.mcp.ErrorAnswers;
import dev.hyperterse.runtime.mcp.PostedMessage;
import dev.hyperterse.runtime.mcp.ServedVersions;

/** MCP 2026-07-28, not served yet: the refusal names the versions that are, and clients begin a session of one of these. */
public final class ModernEra implements Era {
    private static final String VERSION = "2026-07-28";

    private final ServedVersions served;

    public ModernEra(ServedVersions served) {
        this.served = served;
    }

    @Override
    public boolean recognizes(String version) {
        return VERSION.equals(version);
    }

    @Override
    public Answer answer(PostedMessage message, Caller caller, LiveCatalog live, CallStream stream) {
        return ErrorAnswers.of(message, served.refusal(VERSION));
    }
}
