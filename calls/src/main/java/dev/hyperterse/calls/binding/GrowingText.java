package dev.hyperterse.calls.binding;

import dev.hyperterse.calls.memory.Reservation;
import java.io.Writer;

/** A text of unknown length, which takes memory of the call as it grows. */
public final class GrowingText extends Writer {
    /** Bytes for a character in a builder that doubles, in its former array and in the text; two each. */
    private static final long CHARACTER = 8;

    private final StringBuilder text = new StringBuilder();
    private final Reservation memory;

    public GrowingText(Reservation memory) {
        this.memory = memory;
    }

    @Override
    public void write(char[] characters, int offset, int length) {
        memory.take(CHARACTER * length);
        text.append(characters, offset, length);
    }

    @Override
    public GrowingText append(char character) {
        memory.take(CHARACTER);
        text.append(character);
        return this;
    }

    @Override
    public GrowingText append(CharSequence source) {
        return append(source, 0, source.length());
    }

    @Override
    public GrowingText append(CharSequence source, int from, int to) {
        memory.take(CHARACTER * (to - from));
        text.append(source, from, to);
        return this;
    }

    @Override
    public void flush() {
        // Has no buffer to flush.
    }

    @Override
    public void close() {
        // Has no resource to close.
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
