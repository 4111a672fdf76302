package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.memory.ResultBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** The envelopes of JSON-RPC 2.0. */
public final class Rpc {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final byte[] BEFORE_ID = "{\"jsonrpc\":\"2.0\",\"id\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BEFORE_RESULT = ",\"result\":".getBytes(StandardCharsets.US_ASCII);

    private Rpc() {}

    /** Everything before the result; {@link #end} closes it. */
    static void begin(ResultBuffer out, PostedMessage request) {
        out.raw(BEFORE_ID)
                .raw(request.bytes(), request.from(Member.ID), request.to(Member.ID))
                .raw(BEFORE_RESULT);
    }

    static void end(ResultBuffer out) {
        out.ascii("}");
    }

    /** The answer to a message that failed; its id is null when it has none that can be echoed. */
    public static Answer error(Optional<PostedMessage> message, RpcError error) {
        return new Answer.Failed(error.httpStatus(), errorBytes(message, error), isAwaited(message));
    }

    /** What is no message at all may have been a request. */
    private static boolean isAwaited(Optional<PostedMessage> message) {
        return message.map(posted -> posted.fault().isPresent() || posted.kind() == PostedMessage.Kind.REQUEST)
                .orElse(true);
    }

    /** A small result, in memory of its own. */
    public static byte[] resultBytes(PostedMessage request, JsonNode result) {
        var json = JSON.createObjectNode().put("jsonrpc", "2.0");
        json.putRawValue("id", asPosted(request, Member.ID));
        json.set("result", result);
        return JSON.writeValueAsBytes(json);
    }

    /** A member to be echoed: byte by byte, for a number that is read and written may come out as another. */
    static RawValue asPosted(PostedMessage message, Member member) {
        return new RawValue(new String(message.raw(member), StandardCharsets.UTF_8));
    }

    private static byte[] errorBytes(Optional<PostedMessage> message, RpcError error) {
        var json = JSON.createObjectNode().put("jsonrpc", "2.0");
        message.filter(PostedMessage::idUsable)
                .ifPresentOrElse(
                        usable -> json.putRawValue("id", asPosted(usable, Member.ID)), () -> json.putNull("id"));
        var details = json.putObject("error").put("code", error.code()).put("message", error.message());
        if (!error.data().isEmpty()) {
            details.putPOJO("data", error.data());
        }
        return JSON.writeValueAsBytes(json);
    }

    static ObjectNode params() {
        return JSON.createObjectNode();
    }

    static byte[] notification(String method, ObjectNode params) {
        var json = JSON.createObjectNode().put("jsonrpc", "2.0").put("method", method);
        json.set("params", params);
        return JSON.writeValueAsBytes(json);
    }
}
