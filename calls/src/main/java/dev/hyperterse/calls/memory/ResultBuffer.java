package dev.hyperterse.calls.memory;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The bytes of one answer, growing within the budget and a limit of its own. {@link #json} and {@link #text} escape
 * JSON as the {@link Form} requires: as it is, or inside a JSON string (rows in a text block). Used by one thread at a
 * time.
 */
public final class ResultBuffer implements AutoCloseable {
    /** The context of the JSON that is being written. */
    public enum Form {
        /** JSON as it is. */
        PLAIN,
        /** The content of a JSON string: structure escaped once, text twice. */
        INSIDE_STRING
    }

    private static final byte[] NOTHING = {};
    private static final int PIECE = 8 * 1024;

    private final BufferBudget budget;
    private final int maxSize;
    private int reserved;
    /** The memory of the call in addition to this buffer. */
    private Optional<Reservation> beside;

    private byte[] bytes = NOTHING;
    private int size;
    private Form form = Form.PLAIN;
    private Optional<Plain> plain = Optional.empty();
    private RowLimit rowLimit = RowLimit.NONE;
    private RowsEnd rowsEnd = RowsEnd.COMPLETE;
    private Optional<RowMask> rowMask = Optional.empty();

    ResultBuffer(BufferBudget budget, int maxSize, Optional<Reservation> beside) {
        this.budget = budget;
        this.maxSize = maxSize;
        this.beside = beside;
    }

    /** The memory of the call in addition to this buffer, from the same budget; it must be closed. */
    public Reservation reservation() {
        var memory = new Reservation(budget, Optional.of(this));
        beside = Optional.of(memory);
        return memory;
    }

    /** Another buffer with the same limit, for data that is not part of the response; it must be closed. */
    public ResultBuffer another() {
        return new ResultBuffer(budget, maxSize(), Optional.empty());
    }

    /** The bytes that it holds of the budget. */
    long held() {
        return bytes.length;
    }

    /** Sets the form in which {@link #json} and {@link #text} write from now on. */
    public ResultBuffer form(Form newForm) {
        this.form = newForm;
        this.plain = Optional.empty();
        return this;
    }

    /** Writes plainly what will be read and written again in the present form: until a reset to this place, or before it. */
    public void plain() {
        var begun = new Plain(form, size);
        form(Form.PLAIN);
        plain = Optional.of(begun);
    }

    private record Plain(Form behind, int from) {}

    public Form form() {
        return form;
    }

    /** The limit of the size, without what is reserved. */
    public int maxSize() {
        return maxSize - reserved;
    }

    /** Reserves that many bytes for the end of the answer, until zero is reserved. */
    public void reserve(int end) {
        reserved = end;
    }

    public int size() {
        return size;
    }

    /** Sets the row limit of the tool, which applies in addition to that of the adapter. */
    public void rowLimit(RowLimit limit) {
        rowLimit = limit;
    }

    public RowLimit rowLimit() {
        return rowLimit;
    }

    /** Masks each row from now on, or none. */
    public void rowMask(Optional<RowMask> mask) {
        rowMask = mask;
    }

    public Optional<RowMask> rowMask() {
        return rowMask;
    }

    public void endRows(RowsEnd end) {
        rowsEnd = end;
    }

    public RowsEnd rowsEnd() {
        return rowsEnd;
    }

    /** @throws ResultTooLarge when that many bytes exceed the limit */
    public void requireRoom(int more) {
        if (more > maxSize() - size) {
            throw new ResultTooLarge(maxSize());
        }
    }

    /** Drops everything that was written after the size was {@code mark}. */
    public void resetTo(int mark) {
        if (mark > size) {
            throw new IllegalArgumentException("only " + size + " bytes are written");
        }
        size = mark;
        plain.filter(begun -> mark <= begun.from()).ifPresent(begun -> form(begun.behind()));
    }

    /** Bytes as they are, in any form. */
    public ResultBuffer raw(byte[] source, int from, int to) {
        var length = to - from;
        ensure(length);
        System.arraycopy(source, from, bytes, size, length);
        size += length;
        return this;
    }

    public ResultBuffer raw(byte[] source) {
        return raw(source, 0, source.length);
    }

    /** Text that is known to be ASCII, as it is, in any form. */
    @SuppressWarnings("deprecation") // the only way to copy ASCII without an intermediate array
    public ResultBuffer ascii(String source) {
        var length = source.length();
        ensure(length);
        source.getBytes(0, length, bytes, size);
        size += length;
        return this;
    }

    /** Complete JSON (structure, numbers, whole documents) in this form. */
    public ResultBuffer json(byte[] source, int from, int to) {
        return form == Form.PLAIN ? raw(source, from, to) : escape(Escapes.ONCE, source, from, to);
    }

    public ResultBuffer json(byte[] source) {
        return json(source, 0, source.length);
    }

    /** One of JSON's own characters, or any other ASCII character that needs no escape in text. */
    public ResultBuffer json(char ascii) {
        if (form == Form.INSIDE_STRING && ascii == '"') {
            return put('\\').put('"');
        }
        return put(ascii);
    }

    /** The content of a JSON string, without its quotes, in this form. The source is UTF-8. */
    public ResultBuffer text(byte[] utf8, int from, int to) {
        return escape(form == Form.PLAIN ? Escapes.ONCE : Escapes.TWICE, utf8, from, to);
    }

    /** A JSON string with its quotes, in this form. */
    public ResultBuffer quoted(byte[] utf8, int from, int to) {
        return json('"').text(utf8, from, to).json('"');
    }

    /** The content of a JSON string, without its quotes, in this form. */
    public ResultBuffer text(String text) {
        var at = 0;
        while (at < text.length()) {
            // In pieces, so that the bytes of a long text are not allocated a second time.
            var end = Math.min(at + PIECE, text.length());
            if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
                end--;
            }
            var utf8 = text.substring(at, end).getBytes(StandardCharsets.UTF_8);
            text(utf8, 0, utf8.length);
            at = end;
        }
        return this;
    }

    public ResultBuffer quoted(String text) {
        return json('"').text(text).json('"');
    }

    /** Repeats {@code [from, to)} as the content of a JSON string, in any form. */
    public ResultBuffer repeatInsideString(int from, int to) {
        // In copied pieces, because growing replaces the array and releases the old one for reuse.
        for (var at = from; at < to; at += PIECE) {
            var piece = Arrays.copyOfRange(bytes, at, Math.min(at + PIECE, to));
            escape(Escapes.ONCE, piece, 0, piece.length);
        }
        return this;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** The array behind this buffer, valid in {@code [0, size)} until the next write or release. */
    public byte[] array() {
        return bytes;
    }

    /** Gives the memory back; the buffer is empty afterwards and may be used again. */
    public void release() {
        if (bytes != NOTHING) {
            budget.free(bytes);
            bytes = NOTHING;
        }
        size = 0;
        reserved = 0;
        form(Form.PLAIN);
        rowLimit = RowLimit.NONE;
        rowsEnd = RowsEnd.COMPLETE;
        rowMask = Optional.empty();
    }

    @Override
    public void close() {
        release();
    }

    private ResultBuffer put(char ascii) {
        ensure(1);
        bytes[size++] = (byte) ascii;
        return this;
    }

    private ResultBuffer escape(byte[][] escapes, byte[] source, int from, int to) {
        ensure(to - from);
        var start = from;
        for (var at = from; at < to; at++) {
            var escape = escapes[source[at] & 0xff];
            if (escape != null) {
                raw(source, start, at).raw(escape);
                start = at + 1;
            }
        }
        return raw(source, start, to);
    }

    private void ensure(int more) {
        if (more > bytes.length - size) {
            grow(more);
        }
    }

    private void grow(int more) {
        requireRoom(more);
        var held = bytes.length + beside.map(Reservation::held).orElse(0L);
        var doubled = Math.max((long) size + more, 2L * bytes.length);
        // The last step is limited to the maximum size, or to the rest of the budget.
        var most = Math.min(maxSize, budget.limit() - held);
        // But never less than required, nor than the size of reused arrays.
        var capacity = Math.max(Math.max(BufferBudget.SMALLEST, size + more), Math.min(doubled, most));
        var larger = budget.allocate((int) capacity, held);
        System.arraycopy(bytes, 0, larger, 0, size);
        if (bytes != NOTHING) {
            budget.free(bytes);
        }
        bytes = larger;
    }
}
