package dev.hyperterse.runtime.mcp.result;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.RowText;

/** Rows as structured content, and repeated as text for clients that do not support it. */
public final class StructuredToolResult extends ToolContent {
    private static final String ROWS = "{\"rows\":";
    private static final String VALUE = "{\"value\":";

    private int from;
    private int structured;

    public StructuredToolResult(ResultBuffer out, ResultFrame frame) {
        super(out, frame);
    }

    /** The text repeats them behind, so how many fit is known when they are complete. */
    @Override
    protected boolean keepsRows() {
        return rules().unchanged() && !rules().limit().truncates();
    }

    @Override
    protected void beforeRows() {
        begin();
        out.ascii(ROWS);
    }

    @Override
    protected void afterRows() {
        out.ascii("}");
        repeatAsText();
    }

    @Override
    protected void writeRows(byte[] json) {
        begin();
        switch (rules().shape()) {
            case Rows -> allOf(json);
            case Row -> only("", json, "");
            case Value -> only(VALUE, json, "}");
        }
    }

    /** Clients give a model the structured content or the text. */
    @Override
    protected long readByModels() {
        return Math.max(structured, super.readByModels());
    }

    private void begin() {
        out.ascii("\"structuredContent\":");
        from = out.size();
    }

    private void allOf(byte[] json) {
        out.ascii(ROWS).raw(json);
        if (rules().limit().truncates()) {
            out.ascii(",\"truncated\":").ascii(Boolean.toString(isTruncated()));
        }
        nextCursor()
                .ifPresent(
                        cursor -> out.ascii(",\"nextCursor\":\"").ascii(cursor).ascii("\""));
        out.ascii("}");
        structured = out.size() - from;
        if (rules().unchanged()) {
            repeatAsText();
        } else {
            out.ascii(",");
            textOf(json);
        }
    }

    /** Structured content has to be an object; the text is the row or the value, as through {@code execute}. */
    private void only(String before, byte[] json, String behind) {
        out.ascii(before);
        RowText.write(rules(), json, out);
        out.ascii(behind);
        structured = out.size() - from;
        out.ascii(",");
        textOf(json);
    }

    private void repeatAsText() {
        var to = out.size();
        structured = to - from;
        out.ascii(",");
        next();
        beginTextBlock();
        out.repeatInsideString(from, to);
        endTextBlock();
    }
}
