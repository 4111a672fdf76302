package dev.hyperterse.runtime.mcp.result;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.calls.result.RowRules;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The values that complete an argument. */
public final class CompletionResult extends ResultWriter {
    /** The limit of MCP for one response. */
    private static final int MAX_VALUES = 100;

    private final ResultFrame frame;

    public CompletionResult(ResultBuffer out, ResultFrame frame) {
        super(out);
        this.frame = frame;
    }

    /** Writes the first of these values, and how many they are. */
    public void values(List<String> values) {
        int shown = Math.min(values.size(), MAX_VALUES);
        out.ascii("\"completion\":{\"values\":[");
        for (int index = 0; index < shown; index++) {
            out.ascii(index == 0 ? "" : ",").quoted(values.get(index));
        }
        out.ascii("],\"total\":").ascii(Integer.toString(values.size()));
        out.ascii(",\"hasMore\":")
                .ascii(Boolean.toString(values.size() > shown))
                .ascii("}");
    }

    /** @param content the values @param structured the members beside them */
    @Override
    public void whole(
            String content, Optional<String> structured, boolean failed, Optional<String> meta, RowRules ofTool) {
        out.ascii("\"completion\":{\"values\":").raw(content.getBytes(StandardCharsets.UTF_8));
        structured.ifPresent(members -> out.ascii(",").ascii(members.substring(1, members.length() - 1)));
        out.ascii("}");
    }

    @Override
    public void end() {
        frame.end(out);
    }
}
