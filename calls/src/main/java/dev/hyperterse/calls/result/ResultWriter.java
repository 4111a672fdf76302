package dev.hyperterse.calls.result;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.ResultBuffer.Form;
import dev.hyperterse.calls.memory.ResultTooLarge;
import dev.hyperterse.calls.memory.RowsEnd;
import dev.hyperterse.calls.result.text.Boundary;
import dev.hyperterse.calls.result.text.EscapedText;
import dev.hyperterse.calls.result.text.LongTexts;
import dev.hyperterse.calls.result.text.VisibleText;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.PromptLeaf.Role;
import dev.hyperterse.catalog.Template;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes the result of a call: the rows of an engine, or content parts. Subclasses write the result as clients see it:
 * the content of a tool, the contents of a resource, or the messages of a prompt. This class writes rows and content
 * unchanged. Used by one thread at a time.
 */
public class ResultWriter {
    private static final String TEXT_BLOCK = "{\"type\":\"text\",\"text\":\"";
    private static final String AFTER_TEXT = "\"}";

    /** Room for the end of an answer: brackets, and the age of the rows. */
    private static final int END = 256;

    protected final ResultBuffer out;
    private RowRules rules = RowRules.STANDARD;
    private Optional<Reservation> memory = Optional.empty();
    private Optional<String> nextCursor = Optional.empty();
    private int beginning;
    private Form form = Form.PLAIN;
    private int rows;
    private int firstRow;
    private int textBlock;
    private long text;
    private Optional<Boundary> boundary = Optional.empty();
    private long visible;
    private boolean textsCut;
    /** The only row before its texts were cut: a cursor has whole keys. */
    private Optional<byte[]> uncut = Optional.empty();

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

    /** The rules of a tool as they hold for the reader of this result. */
    protected RowRules forReader(RowRules ofTool) {
        return ofTool;
    }

    /** Begins rows with the limit and format of a tool. */
    public final ResultBuffer beginRows(RowRules ofTool) {
        rules = forReader(ofTool);
        boundary(rules);
        out.rowLimit(rules.limit());
        beginning = out.size();
        form = out.form();
        if (keepsRows()) {
            beforeRows();
        }
        firstRow = out.size();
        return out;
    }

    /** The array is complete. */
    public final void endRows(int written) {
        rows = written;
        var inForm = out.form();
        var end = out.size();
        if (keepsRows()) {
            afterRows();
            endTruncated();
            if (isReadable()) {
                return;
            }
            requireCut();
            shorten(inForm == Form.PLAIN ? copy(firstRow, end) : unescaped(copy(firstRow, end)));
            return;
        }
        var json = copy(firstRow, end);
        if (!fits(json)) {
            shorten(json);
        }
    }

    /** Whether the answer has no more tokens than the tool allows. */
    private boolean isReadable() {
        return rules.tokens().admits(readByModels());
    }

    private void requireCut() {
        if (!rules.cutsTexts()) {
            throw new CallFailure(
                    Stage.RESULT,
                    "the result has about %d tokens; the tool allows %d. Select fewer rows or columns"
                            .formatted(
                                    TokenLimit.tokens(readByModels()),
                                    rules.tokens().most()));
        }
    }

    /** Writes the rows; false when they do not fit and may be cut. */
    private boolean fits(byte[] json) {
        out.form(form).resetTo(beginning);
        rowsReset();
        text = 0;
        try {
            nextCursor =
                    isTruncated() ? rules.cursor().map(cursor -> cursor.behind(uncut.orElse(json))) : Optional.empty();
            writeRows(json);
            endTruncated();
            if (rules.limit().truncates()) {
                out.requireRoom(END);
            }
            if (isReadable()) {
                return true;
            }
            requireCut();
            return false;
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
        take(json.length);
        if (rows > 1) {
            out.endRows(RowsEnd.TRUNCATED);
        }
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
        rows = Math.max(1, fitting);
        var first = JsonRows.first(json, rows);
        if (fitting == 0 ? !fitsWithoutLongTexts(first) : !fits(first)) {
            throw rules.tokens().admits(first.length)
                    ? RowArray.firstRowTooLarge(new ResultTooLarge(out.maxSize()))
                    : new CallFailure(
                            Stage.RESULT,
                            "the first row alone has more than the %d tokens that the tool allows; select fewer columns or shorter values"
                                    .formatted(rules.tokens().most()));
        }
    }

    /** Cuts long texts of the only row. It may be eight times as large where characters have their numbers, so less is tried a few times. */
    private boolean fitsWithoutLongTexts(byte[] row) {
        textsCut = true;
        uncut = Optional.of(row);
        var room = Math.min(rules.tokens().bytes() - Omission.LONGEST, out.maxSize() - beginning - RowArray.BEHIND_ROWS)
                - boundary.map(_ -> Boundary.SIZE).orElse(0);
        for (var attempt = 0; attempt < 5; attempt++) {
            var cut = LongTexts.cut(row, (int) room);
            if (cut.filter(this::fits).isPresent()) {
                return true;
            }
            room /= 2;
        }
        return false;
    }

    private void endTruncated() {
        if (isTruncated() || textsCut) {
            var notice = new Omission(rows, rules, isTruncated(), textsCut, nextCursor).notice();
            text += notice.length();
            content(new Content.Text(Template.literal(notice)), Map.of());
        }
    }

    /** The bytes of the answer that a model reads. A subclass whose results clients read in another way adds those. */
    protected long readByModels() {
        return text;
    }

    /** The notice of rows that were left out, as a member of {@code _meta}. */
    protected final Optional<String> omission() {
        return isTruncated() || textsCut
                ? Optional.of(new Omission(rows, rules, isTruncated(), textsCut, nextCursor).note())
                : Optional.empty();
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
     * @param ofTool what a model may read of it, and whether strangers wrote it
     */
    public void whole(
            String content, Optional<String> structured, boolean failed, Optional<String> meta, RowRules ofTool) {
        out.json(content.getBytes(StandardCharsets.UTF_8));
    }

    /** Ends the result. */
    public void end() {}

    /** The rules of the rows that are begun. */
    protected final RowRules rules() {
        return rules;
    }

    /** Reserves memory of the call while its result is written. */
    protected final void take(long bytes) {
        memory.ifPresent(reservation -> reservation.take(bytes));
    }

    /** A copy of {@code [from, to)} of the answer, in the memory of the call. */
    private byte[] copy(int from, int to) {
        // For the copy, and for parsing it.
        take(2L * (to - from));
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

    /** The JSON inside a JSON string. */
    private static byte[] unescaped(byte[] json) {
        var quoted = new byte[json.length + 2];
        quoted[0] = '"';
        quoted[json.length + 1] = '"';
        System.arraycopy(json, 0, quoted, 1, json.length);
        return JsonMapper.shared().readValue(quoted, String.class).getBytes(StandardCharsets.UTF_8);
    }

    /** The boundary of this answer, if strangers write what such a tool returns. */
    protected final Optional<Boundary> boundary(RowRules ofTool) {
        if (!ofTool.marked()) {
            boundary = Optional.empty();
        } else if (boundary.isEmpty()) {
            boundary = Optional.of(Boundary.random());
        }
        return boundary;
    }

    /** JSON as its reader is to see it. */
    protected final byte[] readable(byte[] json) {
        if (boundary.isEmpty()) {
            return json;
        }
        var readable = VisibleText.of(json);
        if (readable.hides()) {
            requireVisible(readable.size());
            take(Math.max(0, readable.size() - visible));
            visible = Math.max(visible, readable.size());
        }
        return readable.json();
    }

    /** @throws ResultTooLarge when no answer has room for text of that size, which is known before it is allocated */
    protected final void requireVisible(long size) {
        if (size > out.maxSize()) {
            throw new ResultTooLarge(out.maxSize());
        }
    }

    /** Begins a text block: everything written until {@link #endTextBlock} is its text. */
    protected final void beginTextBlock() {
        out.ascii(TEXT_BLOCK).form(Form.INSIDE_STRING);
        textBlock = out.size();
        boundary.ifPresent(around -> out.json(around.opening()));
    }

    protected final void endTextBlock() {
        boundary.ifPresent(around -> out.json(around.closing()));
        if (!rules.tokens().isUnlimited()) {
            text += EscapedText.size(out.array(), textBlock, out.size());
        }
        out.form(Form.PLAIN).ascii(AFTER_TEXT);
    }
}
