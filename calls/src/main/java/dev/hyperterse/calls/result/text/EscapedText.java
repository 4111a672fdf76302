package dev.hyperterse.calls.result.text;

/** The content of a JSON string as a writer of results escapes it. */
public final class EscapedText {
    /** The length of an escape such as {@code \\u001f}, which results use for control characters only. */
    private static final int UNICODE = 6;

    private EscapedText() {}

    /** The bytes of UTF-8 of the text whose escaped form is {@code [from, to)}. */
    public static int size(byte[] json, int from, int to) {
        var size = 0;
        for (var at = from; at < to; size++) {
            at += length(json, at);
        }
        return size;
    }

    /** The length of the escape, or of the byte, at that position. */
    static int length(byte[] json, int at) {
        if (json[at] != '\\') {
            return 1;
        }
        return json[at + 1] == 'u' ? UNICODE : 2;
    }
}
