package dev.hyperterse.runtime.pipeline;

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
}
