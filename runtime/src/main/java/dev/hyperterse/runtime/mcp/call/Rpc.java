package dev.hyperterse.runtime.mcp.call;

import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.result.ResultFrame;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** The envelopes of JSON-RPC 2.0, but for errors: {@link ErrorAnswers}. */
public final class Rpc {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final byte[] BEFORE_ID = "{\"jsonrpc\":\"2.0\",\"id\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BEFORE_RESULT = ",\"result\":{".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] BEFORE_ERROR = ",\"error\":{".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "}}".getBytes(StandardCharsets.US_ASCII);

    private Rpc() {}

    /** Everything before the members of the result; {@link #end} closes it. */
    public static void begin(ResultBuffer out, PostedMessage request, ResultFrame frame) {
        out.raw(BEFORE_ID)
                .raw(request.bytes(), request.from(Member.ID), request.to(Member.ID))
                .raw(BEFORE_RESULT)
                .raw(frame.opening());
    }

    public static void end(ResultBuffer out) {
        out.raw(END);
    }

    /** The result in an answer to that request, or the error of a failed one. */
    public static JsonSpan outcome(PostedMessage request, Answer answer) {
        var before = answer instanceof Answer.Failed ? BEFORE_ERROR : BEFORE_RESULT;
        var id = request.to(Member.ID) - request.from(Member.ID);
        // The opening brace of the outcome is part of what is before it, the last brace of the answer is behind it.
        return new JsonSpan(answer.bytes(), BEFORE_ID.length + id + before.length - 1, answer.length() - 1);
    }

    /** A small result, outside of the budget. */
    public static byte[] resultBytes(PostedMessage request, JsonNode result) {
        return resultBytes(request, result, ResultFrame.NONE);
    }

    /** @param result with at least one member, and without those of the frame */
    public static byte[] resultBytes(PostedMessage request, JsonNode result, ResultFrame frame) {
        var members = JSON.writeValueAsBytes(result);
        var out = new ByteArrayOutputStream();
        out.writeBytes(BEFORE_ID);
        out.writeBytes(request.raw(Member.ID));
        out.writeBytes(BEFORE_RESULT);
        out.writeBytes(frame.opening());
        out.write(members, 1, members.length - 2);
        out.writeBytes(frame.closing());
        out.writeBytes(END);
        return out.toByteArray();
    }

    /** A member to be echoed, as raw bytes: a number that is parsed and written again may differ. */
    static RawValue asPosted(PostedMessage message, Member member) {
        return new RawValue(new String(message.raw(member), StandardCharsets.UTF_8));
    }

    public static ObjectNode params() {
        return JSON.createObjectNode();
    }

    public static byte[] notification(String method, ObjectNode params) {
        var json = JSON.createObjectNode().put("jsonrpc", "2.0").put("method", method);
        json.set("params", params);
        return JSON.writeValueAsBytes(json);
    }
}
