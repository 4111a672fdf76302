package dev.hyperterse.http.connection;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Searches of bytes, eight at a time: a token has a thousand characters, and one after the other they cost a microsecond. */
final class EightBytes {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHEST_BITS = ONES << 7;

    private EightBytes() {}

    /** The first byte in {@code [from, to)} that is a control character of ASCII, a tab too; {@code to} where none is. */
    static int indexOfControl(byte[] bytes, int from, int to) {
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            long word = (long) LONGS.get(bytes, at);
            long found = below(word, ' ') | below(word ^ ONES * 0x7f, 1);
            if (found != 0) {
                return at + first(found);
            }
        }
        while (at < to && (bytes[at] < 0 || bytes[at] >= ' ' && bytes[at] != 0x7f)) {
            at++;
        }
        return at;
    }

    /** The first byte in {@code [from, to)} with that value; {@code to} where none has. */
    static int indexOf(byte[] bytes, int from, int to, char value) {
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            long found = below((long) LONGS.get(bytes, at) ^ ONES * value, 1);
            if (found != 0) {
                return at + first(found);
            }
        }
        while (at < to && bytes[at] != value) {
            at++;
        }
        return at;
    }

    /**
     * Has the highest bit of the first byte below the limit, 128 at most. Of later bytes it may have one too many: what the
     * subtraction borrows comes out of them.
     */
    private static long below(long word, int limit) {
        return word - ONES * limit & ~word & HIGHEST_BITS;
    }

    private static int first(long found) {
        return Long.numberOfTrailingZeros(found) / Byte.SIZE;
    }
}
