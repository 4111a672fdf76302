package dev.hyperterse.runtime.mcp;

import dev.hyperterse.catalog.Content;
import dev.hyperterse.runtime.memory.ResultBuffer;
import java.util.Map;

/** The content of a tool's result; rows are the text of one block. */
class ToolResult extends ListedResult {
    ToolResult(ResultBuffer out) {
        super(out, "\"content\":[");
    }

    @Override
    public void content(Content content, Map<String, String> arguments) {
        next();
        super.content(content, arguments);
    }

    @Override
    protected void beforeRows() {
        next();
        beginTextBlock();
    }

    @Override
    protected void afterRows() {
        endTextBlock();
    }
}
