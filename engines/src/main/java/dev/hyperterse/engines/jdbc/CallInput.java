package dev.hyperterse.engines.jdbc;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.memory.ResultTooLarge;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * The input of a driver's connection. While a call runs, received bytes are taken from the call's memory until the
 * driver no longer holds them. When the memory is exhausted, or a row is longer than a result may be, reading fails:
 * only that makes the driver stop. Used by the thread that has the connection.
 */
public final class CallInput {
    /** The factor of memory: a driver stores the bytes of a row, and a copy of a cell. */
    private static final long KEPT = 2;

    private Optional<Reservation> call = Optional.empty();
    private Optional<CallFailure> refused = Optional.empty();
    private long longest;
    private long held;

    /**
     * Bytes received from now on count against the memory of the call.
     *
     * @param longestRow in bytes
     */
    public void begin(Reservation memory, long longestRow) {
        call = Optional.of(memory);
        longest = longestRow;
        held = 0;
    }

    /** The driver no longer holds the bytes received so far. */
    public void consumed() {
        if (held > 0 && call.isPresent()) {
            call.get().giveBack(KEPT * held);
        }
        held = 0;
    }

    /** The result is read, or is not read further. */
    public void end() {
        consumed();
        call = Optional.empty();
    }

    /** The limit of the call that the connection was closed for, if it was. */
    public Optional<CallFailure> refused() {
        return refused;
    }

    /** Wraps a stream and counts its bytes. */
    public InputStream counting(InputStream in) {
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                int single = super.read();
                arrived(single < 0 ? 0 : 1);
                return single;
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                int count = super.read(bytes, from, length);
                arrived(count);
                return count;
            }
        };
    }

    private void arrived(int count) throws IOException {
        if (count <= 0 || call.isEmpty()) {
            return;
        }
        try {
            if (held + count > longest) {
                throw new ResultTooLarge();
            }
            call.get().take(KEPT * count);
            held += count;
        } catch (CallFailure broken) {
            refused = Optional.of(broken);
            throw new IOException(broken);
        }
    }
}
