package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.memory.ResultBuffer;

/** Rows as structured content, and the same once more as text for clients that know no other. */
final class StructuredToolResult extends ToolResult {
    private int from;

    StructuredToolResult(ResultBuffer out) {
        super(out);
    }

    @Override
    protected void beforeRows() {
        out.ascii("\"structuredContent\":");
        from = out.size();
        out.ascii("{\"rows\":");
    }

    @Override
    protected void afterRows() {
        out.ascii("}");
        int to = out.size();
        out.ascii(",");
        next();
        beginTextBlock();
        out.repeatInsideString(from, to);
        endTextBlock();
    }
}
