package dev.hyperterse.runtime.mcp;

import dev.hyperterse.calls.context.ClientReply;
import dev.hyperterse.calls.context.ClientRequest;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.ErrorAnswers;
import dev.hyperterse.runtime.mcp.call.Rpc;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.message.PostedObject;
import tools.jackson.databind.json.JsonMapper;

/** Encodes requests to clients as JSON-RPC messages, and parses their replies. */
public final class ServerRequest {
    private static final int LONGEST_REASON = 500;

    private ServerRequest() {}

    public static byte[] bytes(String id, ClientRequest request) {
        var json = JsonMapper.shared()
                .createObjectNode()
                .put("jsonrpc", "2.0")
                .put("id", id)
                .put("method", request.method().spelling());
        request.params().ifPresent(params -> json.set("params", params));
        return JsonMapper.shared().writeValueAsBytes(json);
    }

    /** The cancellation of a request to the client. */
    public static byte[] cancelled(String id) {
        return Rpc.notification("notifications/cancelled", Rpc.params().put("requestId", id));
    }

    /** The id that a message replies to; empty if it cannot be an id of this server. */
    public static String repliesTo(PostedMessage message) {
        return message.isString(Member.ID) ? message.string(Member.ID) : "";
    }

    public static ClientReply reply(PostedMessage message) {
        if (message.has(Member.ERROR)) {
            return message.has(Member.RESULT)
                    ? new ClientReply.Failed("the answer of the client has both a result and an error")
                    : refused(message.object(Member.ERROR));
        }
        return message.isObject(Member.RESULT)
                ? new ClientReply.Answered(message.raw(Member.RESULT))
                : new ClientReply.Failed("the answer of the client is not an object");
    }

    private static ClientReply refused(PostedObject error) {
        var reason = error.text("message").orElse("it gives no reason");
        var line = new StringBuilder("the client refused to answer: ");
        reason.codePoints()
                .limit(LONGEST_REASON)
                .forEach(it -> line.appendCodePoint(Character.isISOControl(it) ? ' ' : it));
        return new ClientReply.Failed(line.toString());
    }

    /** The response to an unexpected reply; sent over HTTP only. */
    public static Answer notAwaited() {
        return ErrorAnswers.ofReply(RpcError.badRequest(
                RpcError.INVALID_REQUEST,
                "Invalid request: no request with that id waits for a response of this session on this replica; it was answered, "
                        + "cancelled, took too long, or is of another replica"));
    }
}
