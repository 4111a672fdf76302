package dev.hyperterse.scripts.exchange;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.memory.ResultBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The result of a statement or tool that a script ran.
 *
 * @param json of a statement an array of objects
 * @param memory that the text takes, held until this is closed
 */
public record QueryRows(String json, Reservation memory) implements ScriptAnswer {
    /** Bytes of memory for a byte as a text and as an argument. */
    private static final long AS_TEXT = 4;

    /** A copy of the buffer, which may be closed afterwards. */
    public static QueryRows of(ResultBuffer buffer) {
        var memory = buffer.reservation();
        try {
            memory.take(AS_TEXT * buffer.size());
            return new QueryRows(new String(buffer.array(), 0, buffer.size(), StandardCharsets.UTF_8), memory);
        } catch (CallFailure tooMuch) {
            memory.close();
            throw tooMuch;
        }
    }

    @Override
    public void close() {
        memory.close();
    }
}
