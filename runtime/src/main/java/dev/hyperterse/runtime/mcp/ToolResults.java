package dev.hyperterse.runtime.mcp;

import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** Results that tell of a failed call, for models to read and to do better. */
final class ToolResults {
    private ToolResults() {}

    static Answer error(Call call, String text) {
        var result = JsonMapper.shared().createObjectNode();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        result.put("isError", true);
        return new Answer.Small(Rpc.resultBytes(call.message(), result), Optional.empty());
    }
}
