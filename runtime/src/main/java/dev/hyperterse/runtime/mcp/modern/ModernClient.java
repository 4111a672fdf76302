package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.context.LoggingLevel;
import dev.hyperterse.runtime.mcp.DeclaredCapabilities;
import dev.hyperterse.runtime.mcp.call.KnownClient;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import java.util.Optional;

/** The client, as the metadata of one request describes it. Parsed on demand, because most calls do not need it. */
record ModernClient(PostedMessage message, Optional<Object> key) implements KnownClient {
    @Override
    public Optional<LoggingLevel> level() {
        return message.has(Member.LOG_LEVEL) ? LoggingLevel.find(message.string(Member.LOG_LEVEL)) : Optional.empty();
    }

    /** A client whose requests share a pipe cancels by id instead. */
    @Override
    public boolean endsByDisconnecting() {
        return key.isEmpty();
    }

    @Override
    public Optional<Client.About> about() {
        var info = message.object(Member.CLIENT_INFO);
        return Optional.of(new Client.About(
                info.text("name").orElse(""),
                info.text("version").orElse(""),
                DeclaredCapabilities.of(message.object(Member.CLIENT_CAPABILITIES))));
    }
}
