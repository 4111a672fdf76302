package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.memory.ResultBuffer;

/** Rows as structured content, and once more as text for clients that know no other. */
final class StructuredToolResult extends ToolResult {
    private static final String ROWS = "{\"rows\":";

    private int from;

    StructuredToolResult(ResultBuffer out) {
        super(out);
    }

    @Override
    protected void beforeRows() {
        out.ascii("\"structuredContent\":");
        from = out.size();
        out.ascii(ROWS);
    }

    @Override
    protected void afterRows() {
        var endOfRows = out.size();
        if (rules().limit().truncates()) {
            out.ascii(",\"truncated\":").ascii(Boolean.toString(out.truncated()));
        }
        out.ascii("}");
        var to = out.size();
        out.ascii(",");
        if (rules().unchanged()) {
            next();
            beginTextBlock();
            out.repeatInsideString(from, to);
            endTextBlock();
        } else {
            textOf(copy(from + ROWS.length(), endOfRows));
        }
    }
}
