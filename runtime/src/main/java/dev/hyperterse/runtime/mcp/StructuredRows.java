package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.result.ResultWriter;

/** Rows as structured content, and the same once more as text for clients that know no other. */
final class StructuredRows extends ResultWriter {
    private int from;

    StructuredRows(ResultBuffer out) {
        super(out);
    }

    @Override
    protected void beforeRows() {
        out.ascii("{\"structuredContent\":");
        from = out.size();
        out.ascii("{\"rows\":");
    }

    @Override
    protected void afterRows() {
        out.ascii("}");
        int to = out.size();
        out.ascii(",\"content\":[{\"type\":\"text\",\"text\":\"").repeatInsideString(from, to);
        out.ascii("\"}]}");
    }
}
