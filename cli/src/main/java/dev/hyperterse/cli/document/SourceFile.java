package dev.hyperterse.cli.manifest;

import dev.hyperterse.cli.diagnostics.Place;
import java.util.List;

/**
 * The text of one file.
 *
 * @param name as the user would name it
 * @param text decoded, without a byte order mark
 */
record SourceFile(String name, String text) {
    Place place(int line, int column) {
        return new Place(name, line, column);
    }

    /** Lines end at {@code \n} or {@code \r\n}; a lone {@code \r} ends none, as for kubectl. */
    List<String> lines() {
        return text.lines().toList();
    }

    boolean isJson() {
        return name.endsWith(".json");
    }
}
