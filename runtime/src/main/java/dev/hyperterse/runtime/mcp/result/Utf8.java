package dev.hyperterse.runtime.mcp.result;

/** Texts measured as the bytes that they are sent as, without encoding them. */
final class Utf8 {
    private Utf8() {}

    static long size(String text) {
        var size = 0L;
        for (var at = 0; at < text.length(); at++) {
            size += size(text.charAt(at));
        }
        return size;
    }

    /** The longest beginning of at most that size, which splits no character. */
    static String first(String text, long size) {
        var left = size;
        var at = 0;
        while (at < text.length() && size(text.charAt(at)) <= left) {
            left -= size(text.charAt(at++));
        }
        var splits = at > 0 && at < text.length() && Character.isHighSurrogate(text.charAt(at - 1));
        return text.substring(0, splits ? at - 1 : at);
    }

    /** A character of a surrogate pair is half of four bytes. */
    private static int size(char character) {
        return character < 0x80 ? 1 : character < 0x800 || Character.isSurrogate(character) ? 2 : 3;
    }
}
