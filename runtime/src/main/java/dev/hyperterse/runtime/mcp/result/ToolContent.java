package dev.hyperterse.runtime.mcp.result;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.RowRules;
import dev.hyperterse.calls.result.RowText;
import dev.hyperterse.calls.result.TokenLimit;
import dev.hyperterse.calls.result.text.Boundary;
import dev.hyperterse.catalog.Content;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** The content of a tool's result; rows are the text of one block. */
public class ToolContent extends ListedResult {
    /** Bytes of UTF-8 for a character of a script, at most. */
    private static final int LARGEST_CHARACTER = 3;

    /** Bytes for a character in a tree of JSON that has mostly text, while it is read and written. */
    private static final int AS_TREE = 8;

    public ToolContent(ResultBuffer out, ResultFrame frame) {
        super(out, "\"content\":[", frame);
    }

    @Override
    public void content(Content content, Map<String, String> arguments) {
        next();
        super.content(content, arguments);
    }

    @Override
    public void whole(
            String content, Optional<String> structured, boolean failed, Optional<String> meta, RowRules ofTool) {
        var limit = ofTool.tokens();
        structured.ifPresent(json -> requireReadable(json, limit));
        var around = boundary(ofTool);
        var readable =
                around.isEmpty() && (limit.isUnlimited() || limit.admits(LARGEST_CHARACTER * (long) content.length()))
                        ? content
                        : readable(content, limit, around);
        structured.ifPresent(json -> member("structuredContent", json));
        if (failed) {
            member("isError", "true");
        }
        meta.ifPresent(this::notes);
        pieces(readable);
    }

    private String readable(String content, TokenLimit limit, Optional<Boundary> around) {
        take(AS_TREE * (long) content.length());
        var readable = ReadableContent.of(content, limit, around, visible -> {
            requireVisible(visible);
            take(AS_TREE * visible);
        });
        if (readable.cut()) {
            note("\"dev.hyperterse/truncated\":{\"maxTokens\":%d}".formatted(limit.most()));
        }
        return readable.json();
    }

    /** A structure has no part that could be left out. */
    private static void requireReadable(String json, TokenLimit limit) {
        if (!limit.isUnlimited() && !limit.admits(Utf8.size(json))) {
            throw new CallFailure(
                    Stage.RESULT,
                    "the structured content of the result has about %d tokens; the tool allows %d. Return less of it"
                            .formatted(TokenLimit.tokens(Utf8.size(json)), limit.most()));
        }
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
        RowText.write(rules(), readable(json), out);
        endTextBlock();
    }
}
