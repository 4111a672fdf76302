package dev.hyperterse.engines.postgres.wire.message;

import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/** The encoding of numbers and texts in messages. */
public final class WireFormat {
    private WireFormat() {}

    public static int int2(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
    }

    public static int int4(byte[] bytes, int at) {
        return int2(bytes, at) << 16 | int2(bytes, at + 2);
    }

    /** The index of the zero byte that terminates the text at {@code from}. */
    public static int endOfText(byte[] bytes, int from, int to) throws ProtocolViolation {
        for (var at = from; at < to; at++) {
            if (bytes[at] == 0) {
                return at;
            }
        }
        throw new ProtocolViolation("a text without an end");
    }

    /** A number in decimal digits; empty for anything else. */
    static OptionalInt number(byte[] bytes, int from, int to) {
        var number = 0L;
        for (var at = from; at < to; at++) {
            if (bytes[at] < '0' || bytes[at] > '9' || number > Integer.MAX_VALUE / 10) {
                return OptionalInt.empty();
            }
            number = 10 * number + bytes[at] - '0';
        }
        return from < to && number <= Integer.MAX_VALUE ? OptionalInt.of((int) number) : OptionalInt.empty();
    }

    public static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
