package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.memory.ResultBuffer.Form;
import dev.hyperterse.runtime.result.ResultWriter;

/** Rows as the text of one content block: what {@code execute} answers, and a tool without an output schema. */
final class TextRows extends ResultWriter {
    private static final String TEXT_BLOCK = "{\"content\":[{\"type\":\"text\",\"text\":\"";
    private static final String AFTER_TEXT = "\"}]}";

    TextRows(ResultBuffer out) {
        super(out);
    }

    @Override
    protected void beforeRows() {
        out.ascii(TEXT_BLOCK).form(Form.INSIDE_STRING);
    }

    @Override
    protected void afterRows() {
        out.form(Form.PLAIN).ascii(AFTER_TEXT);
    }
}
