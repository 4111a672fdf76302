package dev.hyperterse.calls.result.text;

/** A character in the bytes of JSON: UTF-8, or an escape. */
final class JsonCharacter {
    private static final int UNICODE = 6;
    private static final int REPLACEMENT = 0xfffd;

    private JsonCharacter() {}

    /** The bytes of the character at that position; a surrogate pair is one. */
    static int length(byte[] json, int at) {
        if (json[at] == '\\') {
            return isEscapedPair(json, at) ? 2 * UNICODE : EscapedText.length(json, at);
        }
        var length = lengthOfUtf8(json[at] & 0xff);
        for (var next = at + 1; next < at + length; next++) {
            if (next == json.length || (json[next] & 0xc0) != 0x80) {
                return 1;
            }
        }
        return length;
    }

    private static int lengthOfUtf8(int first) {
        return first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    }

    /** The character that takes so many bytes. */
    static int codePoint(byte[] json, int at, int length) {
        if (json[at] == '\\') {
            return switch (length) {
                case 2 -> escaped(json[at + 1]);
                case UNICODE -> unit(json, at);
                default -> Character.toCodePoint(unit(json, at), unit(json, at + UNICODE));
            };
        }
        if (length == 1) {
            return json[at] >= 0 ? json[at] : REPLACEMENT;
        }
        var character = json[at] & (0xff >> (length + 1));
        for (var next = at + 1; next < at + length; next++) {
            character = character << 6 | json[next] & 0x3f;
        }
        return character;
    }

    private static int escaped(byte letter) {
        return switch (letter) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> letter;
        };
    }

    private static boolean isEscapedPair(byte[] json, int at) {
        return isEscapedUnit(json, at)
                && Character.isHighSurrogate(unit(json, at))
                && isEscapedUnit(json, at + UNICODE)
                && Character.isLowSurrogate(unit(json, at + UNICODE));
    }

    private static boolean isEscapedUnit(byte[] json, int at) {
        return at + UNICODE <= json.length && json[at] == '\\' && json[at + 1] == 'u';
    }

    /** The UTF-16 unit of an escape. */
    private static char unit(byte[] json, int at) {
        var unit = 0;
        for (var digit = at + 2; digit < at + UNICODE; digit++) {
            unit = unit << 4 | Character.digit(json[digit], 16);
        }
        return (char) unit;
    }
}
