package dev.hyperterse.cli.document;

import dev.hyperterse.cli.diagnostics.Place;
import java.util.List;

/**
 * The text of one file.
 *
 * @param name as the user would name it
 * @param text decoded, without a byte order mark
 */
public record SourceFile(String name, String text) {
    public Place place(int line, int column) {
        return new Place(name, line, column);
    }

    /** Lines end at {@code \n}, {@code \r\n} or {@code \r}, as those of YAML do. */
    public List<String> lines() {
        return text.lines().toList();
    }

    public boolean isJson() {
        return name.endsWith(".json");
    }
}
