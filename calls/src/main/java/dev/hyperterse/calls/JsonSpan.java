package dev.hyperterse.calls;

import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * One JSON value inside a larger buffer: {@code bytes[from, to)}. The buffer is not copied and must not change
 * meanwhile.
 */
public record JsonSpan(byte[] bytes, int from, int to) {
    private static final byte[] NO_ARGUMENTS = {'{', '}'};

    /** The arguments of a call without any: an empty object. */
    public static JsonSpan empty() {
        return new JsonSpan(NO_ARGUMENTS, 0, NO_ARGUMENTS.length);
    }

    /** Arguments from another source than JSON, such as the variables of a resource template. */
    public static JsonSpan of(Map<String, String> arguments) {
        var bytes = JsonMapper.shared().writeValueAsBytes(arguments);
        return new JsonSpan(bytes, 0, bytes.length);
    }

    public int length() {
        return to - from;
    }

    /** An upper bound of the number of names and values: each begins with or follows one of these characters. */
    public int marks() {
        var marks = 0;
        for (var at = from; at < to; at++) {
            switch (bytes[at]) {
                case '{', '[', ',', ':' -> marks++;
                default -> {}
            }
        }
        return marks;
    }
}
