package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.runtime.mcp.Caller;
import dev.hyperterse.runtime.mcp.RpcError;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import java.util.List;
import java.util.Optional;

/** Headers that repeat members of a message for proxies: both must be equal. */
final class MirroredHeaders {
    private static final String VERSION = "mcp-protocol-version";
    private static final String METHOD = "mcp-method";
    private static final String NAME = "mcp-name";

    private MirroredHeaders() {}

    /** The fault of the version header, whose values are known to equal that of the message. */
    static Optional<RpcError> versionFault(Caller caller) {
        return caller.headers().all(VERSION).size() == 1
                ? Optional.empty()
                : mismatch("MCP-Protocol-Version is required exactly once");
    }

    /** The fault of the other headers. */
    static Optional<RpcError> fault(PostedMessage message, Caller caller) {
        var methods = caller.headers().all(METHOD);
        if (methods.size() != 1
                || !message.isSpelled(Member.METHOD, methods.getFirst().strip())) {
            return mismatch("Mcp-Method is required exactly once, with the method of the message");
        }
        return named(message).flatMap(name -> nameFault(name, caller.headers().all(NAME)));
    }

    /** The name in the message; empty where its method has none, or the member is missing. */
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
                : mismatch("Mcp-Name is required exactly once, with the name or the URI in the message");
    }

    static Optional<RpcError> mismatch(String explanation) {
        return Optional.of(RpcError.headerMismatch(explanation));
    }
}
