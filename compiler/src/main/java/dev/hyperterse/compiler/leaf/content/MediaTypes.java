package dev.hyperterse.compiler.leaf.content;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Media types by the extension of a file's name or of a URI's path. */
final class MediaTypes {
    static final String TEXT = "text/plain; charset=utf-8";
    static final String BYTES = "application/octet-stream";
    static final String MARKDOWN = "text/markdown";
    static final String JSON = "application/json";

    private static final Map<String, String> BY_EXTENSION = Map.ofEntries(
            Map.entry("css", "text/css; charset=utf-8"),
            Map.entry("csv", "text/csv; charset=utf-8"),
            Map.entry("gif", "image/gif"),
            Map.entry("htm", "text/html; charset=utf-8"),
            Map.entry("html", "text/html; charset=utf-8"),
            Map.entry("jpeg", "image/jpeg"),
            Map.entry("jpg", "image/jpeg"),
            Map.entry("js", "text/javascript; charset=utf-8"),
            Map.entry("json", JSON),
            Map.entry("md", "text/markdown; charset=utf-8"),
            Map.entry("mp3", "audio/mpeg"),
            Map.entry("mp4", "video/mp4"),
            Map.entry("pdf", "application/pdf"),
            Map.entry("png", "image/png"),
            Map.entry("sql", "application/sql"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("txt", TEXT),
            Map.entry("wav", "audio/wav"),
            Map.entry("webp", "image/webp"),
            Map.entry("xml", "application/xml"),
            Map.entry("yaml", "application/yaml"),
            Map.entry("yml", "application/yaml"),
            Map.entry("zip", "application/zip"));

    private MediaTypes() {}

    /** The type that the extension of {@code name} stands for. */
    static Optional<String> ofName(String name) {
        var end = indexOfAny(name, '?', '#');
        var dot = name.lastIndexOf('.', end - 1);
        var slash = name.lastIndexOf('/', end - 1);
        return dot <= slash || dot < 0
                ? Optional.empty()
                : Optional.ofNullable(
                        BY_EXTENSION.get(name.substring(dot + 1, end).toLowerCase(Locale.ROOT)));
    }

    private static int indexOfAny(String name, char first, char second) {
        var index = 0;
        while (index < name.length() && name.charAt(index) != first && name.charAt(index) != second) {
            index++;
        }
        return index;
    }
}
