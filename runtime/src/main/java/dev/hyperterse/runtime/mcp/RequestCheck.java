package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.mcp.call.Caller;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import java.util.Optional;

/** The checks of a message before its era is known. */
public final class RequestCheck {
    private RequestCheck() {}

    /** The error of a message that is invalid in every era. */
    public static Optional<RpcError> unusable(PostedMessage message) {
        var fault = message.fault();
        if (fault.isPresent()) {
            return Optional.of(RpcError.badRequest(RpcError.INVALID_REQUEST, "Invalid request: " + fault.get()));
        }
        return message.has(Member.PROTOCOL_VERSION) && !message.isString(Member.PROTOCOL_VERSION)
                ? Optional.of(RpcError.badRequest(
                        RpcError.INVALID_PARAMS,
                        "Invalid params: '" + Member.PROTOCOL_VERSION.spelling() + "' must be a string"))
                : Optional.empty();
    }

    /** The version in the metadata or else in the header of a valid message, if it does not belong to that era. */
    static Optional<String> foreignVersion(PostedMessage message, Caller caller, Era era) {
        if (message.has(Member.PROTOCOL_VERSION)) {
            var named = message.string(Member.PROTOCOL_VERSION);
            if (!era.recognizes(named)) {
                return Optional.of(named);
            }
        }
        return caller.protocolVersion().filter(version -> !era.recognizes(version));
    }
}
