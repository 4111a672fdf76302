package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.runtime.mcp.Caller;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.RpcError;
import java.util.List;
import java.util.Optional;

/** Headers that repeat what a message says, for what is between a client and its server: both must say the same. */
final class MirroredHeaders {
    private static final String VERSION = "mcp-protocol-version";
    private static final String METHOD = "mcp-method";
    private static final String NAME = "mcp-name";

    private MirroredHeaders() {}

    /** What is wrong with the header of the version, which is known to be no other than that of the message. */
    static Optional<RpcError> versionFault(Caller caller) {
        return caller.headers().all(VERSION).size() == 1
                ? Optional.empty()
                : mismatch("MCP-Protocol-Version must be there, once");
    }

    /** What is wrong with the others. */
    static Optional<RpcError> fault(PostedMessage message, Caller caller) {
        var methods = caller.headers().all(METHOD);
        if (methods.size() != 1
                || !message.isSpelled(Member.METHOD, methods.getFirst().strip())) {
            return mismatch("Mcp-Method must be there once, and be the method of the message");
        }
        return named(message).flatMap(name -> nameFault(name, caller.headers().all(NAME)));
    }

    /** What the name is that the message is about; empty where it is about none, or does not say it. */
    private static Optional<String> named(PostedMessage message) {
        return switch (ModernRequests.Method.of(message)) {
            case TOOLS_CALL, PROMPTS_GET ->
                message.isString(Member.NAME) ? Optional.of(message.string(Member.NAME)) : Optional.empty();
            case RESOURCES_READ -> message.object(Member.PARAMS).text("uri");
            case SERVER_DISCOVER,
                    TOOLS_LIST,
                    PROMPTS_LIST,
                    RESOURCES_LIST,
                    RESOURCES_TEMPLATES_LIST,
                    COMPLETION_COMPLETE,
                    SUBSCRIPTIONS_LISTEN,
                    OTHER -> Optional.empty();
        };
    }

    private static Optional<RpcError> nameFault(String name, List<String> sent) {
        return sent.size() == 1
                        && HeaderText.of(sent.getFirst()).filter(name::equals).isPresent()
                ? Optional.empty()
                : mismatch("Mcp-Name must be there once, and be the name or the URI in the message");
    }

    static Optional<RpcError> mismatch(String explanation) {
        return Optional.of(RpcError.headerMismatch(explanation));
    }
}
