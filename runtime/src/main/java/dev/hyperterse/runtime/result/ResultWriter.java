package dev.hyperterse.runtime.result;

import dev.hyperterse.catalog.Content;
import dev.hyperterse.runtime.memory.Reservation;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.memory.ResultBuffer.Form;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * Where a call writes its result: the rows of an engine, or pieces of content. What a client then sees (the content of a tool,
 * the contents of a resource, the messages of a prompt) is decided by what began the call; what runs in it only says what it
 * has. This one writes both as they are. Used by one thread at a time.
 */
public class ResultWriter {
    private static final String TEXT_BLOCK = "{\"type\":\"text\",\"text\":\"";
    private static final String AFTER_TEXT = "\"}";

    protected final ResultBuffer out;
    private int rows;

    public ResultWriter(ResultBuffer out) {
        this.out = out;
    }

    /** The memory of the call beside its answer, out of the same budget; it must be closed. */
    public final Reservation reservation() {
        return out.reservation();
    }

    /** The rows follow in the buffer that is returned, as one JSON array in the form that it has then. */
    public final ResultBuffer beginRows() {
        beforeRows();
        return out;
    }

    /** The array is complete. */
    public final void endRows(int written) {
        rows = written;
        afterRows();
    }

    /** How many rows the result has. */
    public final int rows() {
        return rows;
    }

    /** One more piece. @param arguments what its templates are filled with */
    public void content(Content content, Map<String, String> arguments) {
        new ContentJson(out, arguments).block(content);
    }

    /**
     * A result that what ran has made itself, as JSON.
     *
     * @param content the array of its pieces
     * @param structured an object
     * @param failed whether it says that the call failed
     * @param meta an object
     */
    public void whole(String content, Optional<String> structured, boolean failed, Optional<String> meta) {
        out.json(content.getBytes(StandardCharsets.UTF_8));
    }

    /** Nothing follows. */
    public void end() {}

    protected void beforeRows() {}

    protected void afterRows() {}

    /** What is written until {@link #endTextBlock} is the text of one piece of content. */
    protected final void beginTextBlock() {
        out.ascii(TEXT_BLOCK).form(Form.INSIDE_STRING);
    }

    protected final void endTextBlock() {
        out.form(Form.PLAIN).ascii(AFTER_TEXT);
    }
}
