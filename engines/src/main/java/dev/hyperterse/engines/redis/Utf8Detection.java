package dev.hyperterse.engines.redis;

/** Checks whether bytes are valid UTF-8, without decoding them. */
final class Utf8Detection {
    private Utf8Detection() {}

    static boolean isValid(byte[] bytes, int from, int to) {
        var at = from;
        while (at < to) {
            var first = bytes[at] & 0xff;
            var more =
                    first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1;
            if (more < 0 || at + more >= to && more > 0 || more > 0 && !continues(bytes, at, first, more)) {
                return false;
            }
            at += more + 1;
        }
        return true;
    }

    private static boolean continues(byte[] bytes, int at, int first, int more) {
        var second = bytes[at + 1] & 0xff;
        // Overlong, half of a surrogate pair, or beyond U+10FFFF.
        if (first == 0xe0 && second < 0xa0
                || first == 0xed && second > 0x9f
                || first == 0xf0 && second < 0x90
                || first == 0xf4 && second > 0x8f) {
            return false;
        }
        for (var index = 1; index <= more; index++) {
            if ((bytes[at + index] & 0xc0) != 0x80) {
                return false;
            }
        }
        return true;
    }
}
