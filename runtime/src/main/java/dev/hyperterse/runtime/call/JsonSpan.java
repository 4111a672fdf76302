package dev.hyperterse.runtime.call;

import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** One JSON value inside a larger buffer: {@code bytes[from, to)}. The buffer is not copied and must not change meanwhile. */
public record JsonSpan(byte[] bytes, int from, int to) {
    private static final byte[] NO_ARGUMENTS = {'{', '}'};

    /** What a call without arguments means: an empty object. */
    public static JsonSpan empty() {
        return new JsonSpan(NO_ARGUMENTS, 0, NO_ARGUMENTS.length);
    }

    /** Arguments that do not come as JSON, such as the variables of a resource template. */
    public static JsonSpan of(Map<String, String> arguments) {
        var bytes = JsonMapper.shared().writeValueAsBytes(arguments);
        return new JsonSpan(bytes, 0, bytes.length);
    }

    public int length() {
        return to - from;
    }

    /** About how many names and values there are, and never fewer: each begins or follows one of these characters. */
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
