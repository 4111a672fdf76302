package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.calls.context.LoggingLevel;
import dev.hyperterse.runtime.mcp.call.Caller;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.modern.header.MirroredHeaders;
import java.util.Optional;

/** The required metadata of each request, in its {@code _meta} and, over HTTP, repeated in its headers. */
final class RequestMetadata {
    private RequestMetadata() {}

    /** The error of a request; empty if its metadata is complete. */
    static Optional<RpcError> fault(PostedMessage message, Caller caller) {
        return missing(Member.PROTOCOL_VERSION, message.has(Member.PROTOCOL_VERSION), "a string")
                .or(() -> caller.pipe().isPresent() ? Optional.empty() : MirroredHeaders.versionFault(caller))
                .or(() ->
                        missing(Member.CLIENT_CAPABILITIES, message.isObject(Member.CLIENT_CAPABILITIES), "an object"))
                .or(() -> level(message))
                .or(() -> caller.pipe().isPresent() ? Optional.empty() : MirroredHeaders.fault(message, caller));
    }

    private static Optional<RpcError> missing(Member member, boolean there, String kind) {
        return there ? Optional.empty() : malformed("'_meta' must have '" + member.spelling() + "', " + kind);
    }

    private static Optional<RpcError> level(PostedMessage message) {
        return message.has(Member.LOG_LEVEL)
                        && (!message.isString(Member.LOG_LEVEL)
                                || LoggingLevel.find(message.string(Member.LOG_LEVEL))
                                        .isEmpty())
                ? malformed("'" + Member.LOG_LEVEL.spelling() + "' must be a level of syslog, such as \"info\"")
                : Optional.empty();
    }

    private static Optional<RpcError> malformed(String explanation) {
        return Optional.of(RpcError.badRequest(RpcError.INVALID_PARAMS, "Invalid params: " + explanation));
    }
}
