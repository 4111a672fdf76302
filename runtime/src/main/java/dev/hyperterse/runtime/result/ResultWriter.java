package dev.hyperterse.runtime.result;

import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.PromptLeaf.Role;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.runtime.memory.Reservation;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.memory.ResultBuffer.Form;
import dev.hyperterse.runtime.memory.ResultTooLarge;
import dev.hyperterse.runtime.memory.RowsEnd;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * The writer of a call's result: the rows of an engine, or pieces of content. What a client then sees (the content of a tool,
 * the contents of a resource, the messages of a prompt) is decided by what began the call; what runs in it only says what it
 * has. This one writes both as they are. Used by one thread at a time.
 */
public class ResultWriter {
    private static final String TEXT_BLOCK = "{\"type\":\"text\",\"text\":\"";
    private static final String AFTER_TEXT = "\"}";

    /** A block of its own: what programs parse has the same shape whether rows were left out or not. */
    private static final String REST =
            "{\"truncated\":true,\"rows\":%d,\"more\":\"These are the first rows, and there are more."
                    + " Call again with arguments that select fewer rows, or those behind these.\"}";

    private static final String NEXT =
            "{\"truncated\":true,\"rows\":%d,\"nextCursor\":\"%s\",\"more\":\"There are more rows. Call again with"
                    + " the same arguments and %s set to nextCursor.\"}";

    /** Of an answer behind the last piece of its result: brackets, and how old the rows are. */
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

    /** The memory of the call beside its answer, out of the same budget; it must be closed. */
    public final Reservation reservation() {
        var reservation = out.reservation();
        memory = Optional.of(reservation);
        return reservation;
    }

    /** A buffer for what the call reads and does not answer; it must be closed. Any thread may ask for one. */
    public final ResultBuffer beside() {
        return out.another();
    }

    /** The rows follow in the buffer that is returned, as one JSON array in the form that it has then. */
    public final ResultBuffer beginRows() {
        return beginRows(RowRules.STANDARD);
    }

    /** The same within the rules of a tool. */
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
        takenBack();
        try {
            nextCursor = isTruncated() ? rules.cursor().map(cursor -> cursor.behind(json)) : Optional.empty();
            writeRows(json);
            endTruncated();
            if (rules.limit().truncates()) {
                out.requireRoom(endSize());
            }
            return true;
        } catch (ResultTooLarge tooLarge) {
            if (rules.limit().truncates()) {
                return false;
            }
            throw tooLarge;
        }
    }

    /** Leaves out last rows until the others fit. How many do is searched to a sixteenth, as each try writes them all. */
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

    /** How much may follow behind the last piece. */
    protected int endSize() {
        return END;
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

    /** Of the rows behind these, where there are more and the tool has keys. */
    protected final Optional<String> nextCursor() {
        return nextCursor;
    }

    /** The rows that follow were read for an earlier call; the client may be told how old they are. */
    public void fromCache(Duration age, Duration remaining) {}

    /** How many rows the result has. */
    public final int rows() {
        return rows;
    }

    /** What is read, where that has a URI. */
    public Optional<String> uri() {
        return Optional.empty();
    }

    /** Who says the pieces that follow, where they are messages. */
    public void role(Role speaker) {}

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

    /** The rules of the rows that are begun. */
    protected final RowRules rules() {
        return rules;
    }

    /** What stands in {@code [from, to)} of the answer, in the memory of the call. */
    private byte[] copy(int from, int to) {
        // Once for the copy, once for what reading it takes.
        memory.ifPresent(reservation -> reservation.take(2L * (to - from)));
        return Arrays.copyOfRange(out.array(), from, to);
    }

    /**
     * Whether what a connector writes stays where it is, between {@link #beforeRows} and {@link #afterRows}, and nothing of
     * its size follows. Otherwise {@link #writeRows} writes the answer from it.
     */
    protected boolean keepsRows() {
        return rules.cursor().isEmpty();
    }

    protected void beforeRows() {}

    protected void afterRows() {}

    /**
     * Writes the rows as the tool shows them; perhaps once more with fewer of them.
     *
     * @param json the array that a connector has written
     */
    protected void writeRows(byte[] json) {
        out.raw(json);
    }

    /** What was written since {@link #beginRows} is no longer there. */
    protected void takenBack() {}

    /** What is written until {@link #endTextBlock} is the text of one piece of content. */
    protected final void beginTextBlock() {
        out.ascii(TEXT_BLOCK).form(Form.INSIDE_STRING);
    }

    protected final void endTextBlock() {
        out.form(Form.PLAIN).ascii(AFTER_TEXT);
    }
}
