package dev.hyperterse.runtime.mcp;

import dev.hyperterse.catalog.Content;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.result.RowText;
import java.util.Map;

/** The content of a tool's result; rows are the text of one block. */
class ToolResult extends ListedResult {
    private int from;

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
        if (rules().unchanged()) {
            next();
            beginTextBlock();
        } else {
            from = out.size();
        }
    }

    @Override
    protected void afterRows() {
        if (rules().unchanged()) {
            endTextBlock();
        } else {
            var json = copy(from, out.size());
            out.resetTo(from);
            textOf(json);
        }
    }

    /** A block with these rows as the rules of the tool show them. */
    final void textOf(byte[] json) {
        next();
        beginTextBlock();
        RowText.write(rules(), json, out);
        endTextBlock();
    }
}
