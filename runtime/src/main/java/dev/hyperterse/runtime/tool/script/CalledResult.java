package dev.hyperterse.runtime.tool.script;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.calls.result.RowRules;
import dev.hyperterse.catalog.Content;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** The result of a tool for the script that called it: its rows, or a result as MCP spells it. */
final class CalledResult extends ResultWriter {
    private static final String ROWS = "{\"rows\":";
    private static final String FAILED = "the tool failed";
    private static final int LONGEST_MESSAGE = 500;
    private static final int LONGEST_READ = 64 * 1024;

    CalledResult(ResultBuffer out) {
        super(out);
    }

    @Override
    protected RowRules forReader(RowRules ofTool) {
        return ofTool.forScripts();
    }

    @Override
    protected void beforeRows() {
        out.ascii(ROWS);
    }

    @Override
    protected void afterRows() {
        endOfRows();
    }

    @Override
    protected void writeRows(byte[] json) {
        out.ascii(ROWS).raw(json);
        endOfRows();
    }

    private void endOfRows() {
        if (isTruncated()) {
            out.ascii(",\"truncated\":true");
        }
        nextCursor()
                .ifPresent(
                        cursor -> out.ascii(",\"nextCursor\":\"").ascii(cursor).ascii("\""));
    }

    /** Scripts receive members of the object instead of the texts for clients. */
    @Override
    public void content(Content content, Map<String, String> arguments) {}

    @Override
    public void whole(
            String content, Optional<String> structured, boolean failed, Optional<String> meta, RowRules ofTool) {
        if (failed) {
            throw new CallFailure(Stage.EXECUTION, message(content));
        }
        out.ascii("{\"result\":{\"content\":").raw(content.getBytes(StandardCharsets.UTF_8));
        structured.ifPresent(json -> member("structuredContent", json));
        meta.ifPresent(json -> member("_meta", json));
        out.ascii("}");
    }

    @Override
    public void end() {
        out.ascii("}");
    }

    private void member(String name, String json) {
        out.ascii(",\"").ascii(name).ascii("\":").raw(json.getBytes(StandardCharsets.UTF_8));
    }

    /** The first text of a result with isError. */
    private static String message(String content) {
        if (content.length() > LONGEST_READ) {
            return FAILED;
        }
        for (var piece : JsonMapper.shared().readTree(content)) {
            var text = piece.path("text").asString("");
            if (!text.isEmpty()) {
                return text.substring(0, Math.min(LONGEST_MESSAGE, text.length()));
            }
        }
        return FAILED;
    }
}
