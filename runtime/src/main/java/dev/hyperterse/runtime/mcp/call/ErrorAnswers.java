package dev.hyperterse.runtime.mcp.call;

import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * Turns errors of every era and transport into responses, outside of the budget: errors must be possible when it is
 * exhausted.
 */
public final class ErrorAnswers {
    private ErrorAnswers() {}

    /** The answer to that message; its id is null when it has none that can be echoed. */
    public static Answer of(PostedMessage message, RpcError error) {
        // A malformed message may have been a request.
        boolean awaited = message.fault().isPresent() || message.kind() == PostedMessage.Kind.REQUEST;
        return new Answer.Failed(
                error.httpStatus(), bytes(Optional.of(message), error), awaited, error.retryAfterSeconds());
    }

    /** The response to anything that is not a single message: a body, a batch, an HTTP request. */
    public static Answer unaddressed(RpcError error) {
        return new Answer.Failed(error.httpStatus(), bytes(Optional.empty(), error), true, error.retryAfterSeconds());
    }

    /** The response to a reply of the client; only HTTP has one. */
    public static Answer ofReply(RpcError error) {
        return new Answer.Failed(error.httpStatus(), bytes(Optional.empty(), error), false, Optional.empty());
    }

    /** The result of a failed tool call, from which models can correct themselves. */
    public static Answer ofTool(Call call, String text) {
        var result = JsonMapper.shared().createObjectNode();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        result.put("isError", true);
        return new Answer.Small(Rpc.resultBytes(call.message(), result, call.frame()), Optional.empty());
    }

    private static byte[] bytes(Optional<PostedMessage> message, RpcError error) {
        var json = JsonMapper.shared().createObjectNode().put("jsonrpc", "2.0");
        message.filter(PostedMessage::idUsable)
                .ifPresentOrElse(
                        usable -> json.putRawValue("id", Rpc.asPosted(usable, Member.ID)), () -> json.putNull("id"));
        var details = json.putObject("error").put("code", error.code()).put("message", error.message());
        if (!error.data().isEmpty()) {
            details.putPOJO("data", error.data());
        }
        return JsonMapper.shared().writeValueAsBytes(json);
    }
}
