package dev.hyperterse.runtime.mcp;

import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** Results that tell of a failed call, for models to read and to do better. */
final class ToolResults {
    private ToolResults() {}

    static Answer error(Call call, String text) {
        var json = JsonMapper.shared().createObjectNode().put("jsonrpc", "2.0");
        json.set("id", JsonMapper.shared().readTree(call.message().raw(Member.ID)));
        var result = json.putObject("result");
        result.putArray("content").addObject().put("type", "text").put("text", text);
        result.put("isError", true);
        return new Answer.Small(JsonMapper.shared().writeValueAsBytes(json), Optional.empty());
    }
}
