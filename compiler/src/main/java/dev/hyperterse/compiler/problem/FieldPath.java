package dev.hyperterse.compiler.problem;

import java.util.ArrayList;
import java.util.List;

/**
 * Paths of fields as problems spell them: {@code spec.inputs[2].default}, and {@code data["schema.sql"]} where a key has
 * a character of its own meaning.
 */
public final class FieldPath {
    private FieldPath() {}

    /** The path one key further; the empty path is the document. */
    public static String key(String path, String key) {
        if (key.isEmpty() || key.indexOf('.') >= 0 || key.indexOf('[') >= 0 || key.indexOf('"') >= 0) {
            return path + "[\"" + key.replace("\\", "\\\\").replace("\"", "\\\"") + "\"]";
        }
        return path.isEmpty() ? key : path + "." + key;
    }

    /** The path of one item of a list. */
    public static String item(String path, int index) {
        return path + "[" + index + "]";
    }

    /** Keys and indexes from the document inwards, so that a place in a file can be looked up. */
    public static List<String> segments(String path) {
        var segments = new ArrayList<String>();
        var index = 0;
        while (index < path.length()) {
            index = switch (path.charAt(index)) {
                case '.' -> index + 1;
                case '[' -> bracketed(path, index + 1, segments);
                default -> plain(path, index, segments);
            };
        }
        return List.copyOf(segments);
    }

    private static int plain(String path, int start, List<String> segments) {
        var end = start;
        while (end < path.length() && path.charAt(end) != '.' && path.charAt(end) != '[') {
            end++;
        }
        segments.add(path.substring(start, end));
        return end;
    }

    private static int bracketed(String path, int start, List<String> segments) {
        if (start < path.length() && path.charAt(start) == '"') {
            return quoted(path, start + 1, segments);
        }
        var close = path.indexOf(']', start);
        var end = close < 0 ? path.length() : close;
        segments.add(path.substring(start, end));
        return Math.min(end + 1, path.length());
    }

    private static int quoted(String path, int start, List<String> segments) {
        var key = new StringBuilder();
        var index = start;
        while (index < path.length() && path.charAt(index) != '"') {
            if (path.charAt(index) == '\\' && index + 1 < path.length()) {
                index++;
            }
            key.append(path.charAt(index));
            index++;
        }
        segments.add(key.toString());
        return Math.min(index + 2, path.length());
    }
}
