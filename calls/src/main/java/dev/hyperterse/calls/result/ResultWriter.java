package dev.hyperterse.calls.result;

import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.ResultBuffer.Form;
import dev.hyperterse.calls.memory.ResultTooLarge;
import dev.hyperterse.calls.memory.RowsEnd;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.PromptLeaf.Role;
import dev.hyperterse.catalog.Template;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the result of a call: the rows of an engine, or content parts. Subclasses write the result as clients see it:
 * the content of a tool, the contents of a resource, or the messages of a prompt. This class writes rows and content
 * unchanged. Used by one thread at a time.
 */
public class ResultWriter {
    private static final String TEXT_BLOCK = "{\"type\":\"text\",\"text\":\"";
    private static final String AFTER_TEXT = "\"}";

    /** A separate block, so that truncated rows have the same form as complete ones. */
    private static final String REST =
            "{\"truncated\":true,\"rows\":%d,\"more\":\"These are the first rows, and there are more."
                    + " Call again with arguments that select fewer rows, or those behind these.\"}";

    private static final String NEXT =
            "{\"truncated\":true,\"rows\":%d,\"nextCursor\":\"%s\",\"more\":\"There are more rows. Call again with"
                    + " the same arguments and %s set to nextCursor.\"}";

    /** Room for the end of an answer: brackets, and the age of the rows. */
    private static final int END = 256;

    protected final ResultBuffer out;
    private RowRules rules = RowRules.STANDARD;
    private Optional<Reservation> memory = Optional.empty();
    private Optional<String> nextCursor = Optional.empty();
    private int beginning;
    private Form form = Form.PLAIN;
    private int rows;

    public ResultWriter(ResultBuffer out) {
        this.out = out;
    }

    /** The memory of the call in addition to its response, from the same budget; it must be closed. */
    public final Reservation reservation() {
        var reservation = out.reservation();
        memory = Optional.of(reservation);
        return reservation;
    }

    /** A buffer for data that the call reads and does not return; it must be closed. For any thread. */
    public final ResultBuffer beside() {
        return out.another();
    }

    /** Begins the rows, which are then written into the returned buffer as one JSON array in its form. */
    public final ResultBuffer beginRows() {
        return beginRows(RowRules.STANDARD);
    }

    /** Begins rows with the limit and format of a tool. */
    public final ResultBuffer beginRows(RowRules ofTool) {
        rules = ofTool;
        out.rowLimit(ofTool.limit());
        if (keepsRows()) {
            beforeRows();
        }
        beginning = out.size();
        form = out.form();
        return out;
    }

    /** The array is complete. */
    public final void endRows(int written) {
        rows = written;
        if (keepsRows()) {
            afterRows();
            endTruncated();
            return;
        }
        var json = copy(beginning, out.size());
        if (!fits(json)) {
            shorten(json);
        }
    }

    /** Writes the rows; false when the tool truncates and they do not fit. */
    private boolean fits(byte[] json) {
        out.form(form).resetTo(beginning);
        rowsReset();
        try {
            nextCursor = isTruncated() ? rules.cursor().map(cursor -> cursor.behind(json)) : Optional.empty();
            writeRows(json);
            endTruncated();
            if (rules.limit().truncates()) {
                out.requireRoom(END);
            }
            return true;
        } catch (ResultTooLarge tooLarge) {
            if (rules.limit().truncates()) {
                return false;
            }
            throw tooLarge;
        }
    }

    /**
     * Leaves out last rows until the others fit. The number is searched to a sixteenth, because each try writes all
     * rows.
     */
    private void shorten(byte[] json) {
        memory.ifPresent(reservation -> reservation.take(json.length));
        out.endRows(RowsEnd.TRUNCATED);
        var fitting = 0;
        var tooMany = rows;
        while (tooMany - fitting > 1 + fitting / 16) {
            rows = (fitting + tooMany) / 2;
            if (fits(JsonRows.first(json, rows))) {
                fitting = rows;
            } else {
                tooMany = rows;
            }
        }
        rows = fitting;
        if (fitting == 0 || !fits(JsonRows.first(json, fitting))) {
            throw RowArray.firstRowTooLarge(new ResultTooLarge(out.maxSize()));
        }
    }

    private void endTruncated() {
        if (isTruncated()) {
            content(new Content.Text(Template.literal(rest())), Map.of());
        }
    }

    private String rest() {
        return rules.cursor()
                .map(cursor -> NEXT.formatted(
                        rows, nextCursor.orElseThrow(), cursor.keyset().input()))
                .orElseGet(() -> REST.formatted(rows));
    }

    /** Whether rows were left out. */
    protected final boolean isTruncated() {
        return out.rowsEnd().truncated();
    }

    /** The cursor of the next rows, if there are more and the tool has keys. */
    protected final Optional<String> nextCursor() {
        return nextCursor;
    }

    /** The following rows are from the cache; the client may be informed of their age. */
    public void fromCache(Duration age, Duration remaining) {}

    /** The number of rows of the result. */
    public final int rows() {
        return rows;
    }

    /** The URI that is read, if there is one. */
    public Optional<String> uri() {
        return Optional.empty();
    }

    /** The role of the following pieces, if they are messages. */
    public void role(Role speaker) {}

    /**
     * Writes a content part.
     *
     * @param arguments for its templates
     */
    public void content(Content content, Map<String, String> arguments) {
        new ContentJson(out, arguments).block(content);
    }

    /**
     * Writes a complete result as JSON, such as that of a script.
     *
     * @param content the array of its pieces
     * @param structured an object
     * @param failed whether the call failed
     * @param meta an object
     */
    public void whole(String content, Optional<String> structured, boolean failed, Optional<String> meta) {
        out.json(content.getBytes(StandardCharsets.UTF_8));
    }

    /** Ends the result. */
    public void end() {}

    /** The rules of the rows that are begun. */
    protected final RowRules rules() {
        return rules;
    }

    /** A copy of {@code [from, to)} of the answer, in the memory of the call. */
    private byte[] copy(int from, int to) {
        // For the copy, and for parsing it.
        memory.ifPresent(reservation -> reservation.take(2L * (to - from)));
        return Arrays.copyOfRange(out.array(), from, to);
    }

    /**
     * Whether the rows of the connector stay in the answer, between {@link #beforeRows} and {@link #afterRows}.
     * Otherwise {@link #writeRows} rewrites them.
     */
    protected boolean keepsRows() {
        return rules.cursor().isEmpty();
    }

    protected void beforeRows() {}

    protected void afterRows() {}

    /**
     * Writes the rows in the format of the tool; may be called again with fewer rows.
     *
     * @param json the array that a connector has written
     */
    protected void writeRows(byte[] json) {
        out.raw(json);
    }

    /** Everything written since {@link #beginRows} was discarded. */
    protected void rowsReset() {}

    /** Begins a text block: everything written until {@link #endTextBlock} is its text. */
    protected final void beginTextBlock() {
        out.ascii(TEXT_BLOCK).form(Form.INSIDE_STRING);
    }

    protected final void endTextBlock() {
        out.form(Form.PLAIN).ascii(AFTER_TEXT);
    }
}
