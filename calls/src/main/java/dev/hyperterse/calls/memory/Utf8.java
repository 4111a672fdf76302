package dev.hyperterse.calls.memory;

/** Well-formed UTF-8 as RFC 3629 has it: no overlong form, no surrogate, nothing above U+10FFFF. */
public final class Utf8 {
    public static final int NOT_WELL_FORMED = -1;

    private Utf8() {}

    /** Whether the bytes are well-formed, without decoding them. */
    public static boolean isWellFormed(byte[] bytes, int from, int to) {
        var at = from;
        while (at < to && at != NOT_WELL_FORMED) {
            at = bytes[at] >= 0 ? at + 1 : afterSequence(bytes, at, to);
        }
        return at == to;
    }

    /** The position after the multi-byte sequence that begins at {@code at}, or {@link #NOT_WELL_FORMED}. */
    public static int afterSequence(byte[] bytes, int at, int end) {
        int lead = bytes[at] & 0xff;
        int length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
        if (lead < 0xc2 || lead > 0xf4 || at + length > end) {
            return NOT_WELL_FORMED;
        }
        int second = bytes[at + 1] & 0xff;
        if (second < lowestSecond(lead) || second > highestSecond(lead)) {
            return NOT_WELL_FORMED;
        }
        for (int index = at + 2; index < at + length; index++) {
            if ((bytes[index] & 0xc0) != 0x80) {
                return NOT_WELL_FORMED;
            }
        }
        return at + length;
    }

    private static int lowestSecond(int lead) {
        return switch (lead) {
            case 0xe0 -> 0xa0;
            case 0xf0 -> 0x90;
            default -> 0x80;
        };
    }

    private static int highestSecond(int lead) {
        return switch (lead) {
            case 0xed -> 0x9f;
            case 0xf4 -> 0x8f;
            default -> 0xbf;
        };
    }
}
