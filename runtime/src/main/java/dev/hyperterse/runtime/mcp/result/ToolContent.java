package dev.hyperterse.runtime.mcp.result;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.RowText;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.runtime.mcp.message.JsonStrings;
import dev.hyperterse.runtime.mcp.message.PostedObject;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** The content of a tool's result; rows are the text of one block. */
public class ToolContent extends ListedResult {
    public ToolContent(ResultBuffer out, ResultFrame frame) {
        super(out, "\"content\":[", frame);
    }

    @Override
    public void content(Content content, Map<String, String> arguments) {
        next();
        super.content(content, arguments);
    }

    @Override
    public void whole(String content, Optional<String> structured, boolean failed, Optional<String> meta) {
        structured.ifPresent(json -> member("structuredContent", json));
        if (failed) {
            member("isError", "true");
        }
        meta.ifPresent(this::notes);
        var pieces = content.getBytes(StandardCharsets.UTF_8);
        // Omits the brackets, which the list already has.
        if (pieces.length > 2) {
            next();
            out.raw(pieces, 1, pieces.length - 1);
        }
    }

    /** Adds members of {@code _meta} except those of the era, because members must be unique. */
    private void notes(String meta) {
        var json = meta.getBytes(StandardCharsets.UTF_8);
        PostedObject.of(json).forEach((nameFrom, nameTo, from, to) -> {
            if (!JsonStrings.decode(json, nameFrom, nameTo).equals(ResultFrame.SERVER_INFO)) {
                note(new String(json, nameFrom, to - nameFrom, StandardCharsets.UTF_8));
            }
        });
    }

    private void member(String name, String json) {
        out.ascii("\"")
                .ascii(name)
                .ascii("\":")
                .raw(json.getBytes(StandardCharsets.UTF_8))
                .ascii(",");
    }

    @Override
    protected boolean keepsRows() {
        return rules().unchanged();
    }

    @Override
    protected void beforeRows() {
        next();
        beginTextBlock();
    }

    @Override
    protected void afterRows() {
        endTextBlock();
    }

    @Override
    protected void writeRows(byte[] json) {
        textOf(json);
    }

    /** A block with these rows as the rules of the tool show them. */
    final void textOf(byte[] json) {
        next();
        beginTextBlock();
        RowText.write(rules(), json, out);
        endTextBlock();
    }
}
