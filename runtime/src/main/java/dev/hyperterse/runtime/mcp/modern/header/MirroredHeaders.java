package dev.hyperterse.runtime.mcp.modern.header;

import dev.hyperterse.runtime.mcp.call.Caller;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.method.McpMethod;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** Headers that repeat members of a message for proxies: both must be equal. */
public final class MirroredHeaders {
    private static final String VERSION = "MCP-Protocol-Version";
    private static final String METHOD = "Mcp-Method";
    private static final String NAME = "Mcp-Name";

    private MirroredHeaders() {}

    /** The fault of the version header, whose values are known to equal that of the message. */
    public static Optional<RpcError> versionFault(Caller caller) {
        return fault(caller, VERSION, "the version in '_meta'", _ -> true);
    }

    /** The fault of the other headers. */
    public static Optional<RpcError> fault(PostedMessage message, Caller caller) {
        return fault(
                        caller,
                        METHOD,
                        "the method of the message",
                        sent -> message.isSpelled(Member.METHOD, sent.strip()))
                .or(() -> named(message)
                        .flatMap(name ->
                                fault(caller, NAME, "the name or the URI in the message", sent -> HeaderText.of(sent)
                                        .filter(name::equals)
                                        .isPresent())));
    }

    private static Optional<RpcError> fault(Caller caller, String header, String repeated, Predicate<String> same) {
        var sent = caller.headers().all(header.toLowerCase(Locale.ROOT));
        if (sent.isEmpty()) {
            return mismatch("%s is missing; it repeats %s".formatted(header, repeated));
        }
        if (sent.size() > 1) {
            return mismatch("%s appears %d times; send it once".formatted(header, sent.size()));
        }
        return same.test(sent.getFirst())
                ? Optional.empty()
                : mismatch("%s differs from %s".formatted(header, repeated));
    }

    /** The name in the message; empty where its method has none, or the member is missing. */
    private static Optional<String> named(PostedMessage message) {
        var method = McpMethod.of(message);
        if (method == McpMethod.RESOURCES_READ) {
            return message.object(Member.PARAMS).text("uri");
        }
        if (method.isOfTasks()) {
            return message.object(Member.PARAMS).text("taskId");
        }
        return (method == McpMethod.TOOLS_CALL || method == McpMethod.PROMPTS_GET) && message.isString(Member.NAME)
                ? Optional.of(message.string(Member.NAME))
                : Optional.empty();
    }

    private static Optional<RpcError> mismatch(String explanation) {
        return Optional.of(RpcError.headerMismatch(explanation));
    }
}
