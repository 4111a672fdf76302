package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.result.RowText;

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
        switch (rules().shape()) {
            case Rows -> endOfRows();
            case Row -> only("", "");
            case Value -> only("{\"value\":", "}");
        }
    }

    private void endOfRows() {
        var end = out.size();
        if (rules().limit().truncates()) {
            out.ascii(",\"truncated\":").ascii(Boolean.toString(out.truncated()));
        }
        nextCursor()
                .ifPresent(
                        cursor -> out.ascii(",\"nextCursor\":\"").ascii(cursor).ascii("\""));
        out.ascii("}");
        if (rules().unchanged()) {
            repeatAsText();
        } else {
            var json = copy(from + ROWS.length(), end);
            out.ascii(",");
            textOf(json);
        }
    }

    /** Takes the place of the rows. */
    private void only(String before, String after) {
        var json = copy(from + ROWS.length(), out.size());
        out.resetTo(from);
        out.ascii(before);
        RowText.write(rules(), json, out);
        out.ascii(after);
        repeatAsText();
    }

    private void repeatAsText() {
        var to = out.size();
        out.ascii(",");
        next();
        beginTextBlock();
        out.repeatInsideString(from, to);
        endTextBlock();
    }
}
