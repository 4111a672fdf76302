package dev.hyperterse.runtime.mcp.message;

import dev.hyperterse.calls.memory.Utf8;

/**
 * Walks JSON text once, byte by byte, and builds nothing: the grammar of RFC 8259, strings that are Unicode text
 * (I-JSON, RFC 7493), bounds on nesting and numbers. {@link MessageScanner} remembers positions.
 *
 * <p>Text that passes can be parsed, echoed and computed with later, without an exception and at a cost that is
 * proportional to its length.
 */
public class JsonScanner {
    /** Deeper than any schema allows inputs to nest (32), shallow enough for the stack of a virtual thread. */
    public static final int MAX_DEPTH = 128;

    /** Jackson's limit: beyond the digits of any column, and short of arithmetic that takes seconds. */
    public static final int MAX_NUMBER = 1_000;

    /** {@code 1e999999999} is a short text and a gigabyte of digits. */
    public static final int MAX_EXPONENT_DIGITS = 4;

    /** Jackson's limit. */
    public static final int MAX_KEY = 50_000;

    protected final byte[] bytes;
    protected final int end;
    protected int at;

    JsonScanner(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    protected final void finish() {
        space();
        if (at != end) {
            throw unexpected();
        }
    }

    protected final void value(int depth) {
        switch (peek()) {
            case '"' -> string();
            case '{' -> object(depth);
            case '[' -> array(depth);
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            default -> number();
        }
    }

    private void object(int depth) {
        enter(depth);
        if (closes('}')) {
            return;
        }
        do {
            space();
            key();
            space();
            expect(':');
            space();
            value(depth + 1);
            space();
        } while (another('}'));
    }

    private void array(int depth) {
        enter(depth);
        if (closes(']')) {
            return;
        }
        do {
            space();
            value(depth + 1);
            space();
        } while (another(']'));
    }

    /** Steps over the opening bracket. */
    protected final void enter(int depth) {
        if (depth >= MAX_DEPTH) {
            throw new MalformedMessage("nested deeper than " + MAX_DEPTH + " levels");
        }
        at++;
    }

    /** Whether the bracket is closed immediately after it was opened. */
    protected final boolean closes(char bracket) {
        space();
        if (peek() == bracket) {
            at++;
            return true;
        }
        return false;
    }

    /** Whether another member or element follows. */
    protected final boolean another(char bracket) {
        int next = peek();
        if (next != ',' && next != bracket) {
            throw unexpected();
        }
        at++;
        return next == ',';
    }

    protected final void expect(char wanted) {
        if (peek() != wanted) {
            throw unexpected();
        }
        at++;
    }

    protected final void space() {
        while (at < end) {
            byte next = bytes[at];
            if (next != ' ' && next != '\n' && next != '\r' && next != '\t') {
                return;
            }
            at++;
        }
    }

    protected final int peek() {
        if (at >= end) {
            throw new MalformedMessage("the text ends too early");
        }
        return bytes[at];
    }

    private void literal(String word) {
        for (int index = 0; index < word.length(); index++) {
            expect(word.charAt(index));
        }
    }

    private void number() {
        int from = at;
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits();
        }
        if (at < end && bytes[at] == '.') {
            at++;
            digits();
        }
        if (at < end && (bytes[at] | 0x20) == 'e') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            int exponent = at;
            digits();
            bounded(at - exponent, MAX_EXPONENT_DIGITS, "an exponent");
        }
        bounded(at - from, MAX_NUMBER, "a number");
    }

    private static void bounded(int length, int limit, String what) {
        if (length > limit) {
            throw new MalformedMessage(what + " of more than " + limit + " characters");
        }
    }

    private void digits() {
        int from = at;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        if (at == from) {
            throw unexpected();
        }
    }

    /** Steps over the key of a member; true when it holds an escape. */
    protected final boolean key() {
        int from = at;
        boolean escaped = string();
        bounded(at - from, MAX_KEY, "a key");
        return escaped;
    }

    /** Steps over a string; true when it holds an escape. */
    protected final boolean string() {
        expect('"');
        boolean escaped = false;
        while (true) {
            int next = peek();
            if (next == '"') {
                at++;
                return escaped;
            } else if (next == '\\') {
                escaped = true;
                escape();
            } else if (next >= 0x20) {
                at++;
            } else if (next < 0) {
                int after = Utf8.afterSequence(bytes, at, end);
                if (after == Utf8.NOT_WELL_FORMED) {
                    throw new MalformedMessage("not UTF-8 at byte " + at);
                }
                at = after;
            } else {
                throw new MalformedMessage("control character inside a string at byte " + at);
            }
        }
    }

    private void escape() {
        at++;
        switch (peek()) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at++;
            case 'u' -> unicode();
            default -> throw unexpected();
        }
    }

    /** One escaped character: a code unit, or a surrogate pair. Half a pair is no Unicode text. */
    private void unicode() {
        int from = at - 1;
        char unit = codeUnit();
        if (Character.isHighSurrogate(unit)) {
            if (peek() != '\\') {
                throw unpaired(from);
            }
            at++;
            if (peek() != 'u' || !Character.isLowSurrogate(codeUnit())) {
                throw unpaired(from);
            }
        } else if (Character.isLowSurrogate(unit)) {
            throw unpaired(from);
        }
    }

    /** Steps over the {@code u} and its four digits. */
    private char codeUnit() {
        at++;
        int unit = 0;
        for (int index = 0; index < 4; index++) {
            int digit = Character.digit(peek(), 16);
            if (digit < 0) {
                throw unexpected();
            }
            unit = unit << 4 | digit;
            at++;
        }
        return (char) unit;
    }

    private static MalformedMessage unpaired(int position) {
        return new MalformedMessage("half of a surrogate pair at byte " + position);
    }

    protected final MalformedMessage unexpected() {
        return new MalformedMessage(at >= end ? "the text ends too early" : "unexpected character at byte " + at);
    }
}
