package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.mcp.Answer;
import dev.hyperterse.runtime.mcp.CallStream;
import dev.hyperterse.runtime.mcp.Caller;
import dev.hyperterse.runtime.mcp.Era;
import dev.hyperterse.runtime.mcp.ErrorAnswers;
import dev.hyperterse.runtime.mcp.PostedMessage;
import dev.hyperterse.runtime.mcp.RpcError;
import java.util.List;

/** MCP 2026-07-28, not served yet: its clients are told which versions are, and begin a session of one of these. */
public final class ModernEra implements Era {
    private static final String VERSION = "2026-07-28";

    private final List<String> offered;

    /** @param offered the versions that its clients may turn to, newest first */
    public ModernEra(List<String> offered) {
        this.offered = List.copyOf(offered);
    }

    @Override
    public boolean recognizes(String version) {
        return VERSION.equals(version);
    }

    @Override
    public List<String> versions() {
        return List.of();
    }

    @Override
    public Answer answer(PostedMessage message, Caller caller, LiveCatalog live, CallStream stream) {
        return ErrorAnswers.of(message, RpcError.unsupportedVersion(offered, VERSION));
    }
}
