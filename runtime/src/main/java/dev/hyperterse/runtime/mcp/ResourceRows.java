package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.memory.ResultBuffer.Form;
import dev.hyperterse.runtime.result.ResultWriter;

/** Rows as the text of a resource that was read. */
final class ResourceRows extends ResultWriter {
    private final String uri;
    private final String mimeType;

    ResourceRows(ResultBuffer out, String uri, String mimeType) {
        super(out);
        this.uri = uri;
        this.mimeType = mimeType;
    }

    @Override
    protected void beforeRows() {
        out.ascii("{\"contents\":[{\"uri\":").quoted(uri);
        out.ascii(",\"mimeType\":").quoted(mimeType);
        out.ascii(",\"text\":\"").form(Form.INSIDE_STRING);
    }

    @Override
    protected void afterRows() {
        out.form(Form.PLAIN).ascii("\"}]}");
    }
}
