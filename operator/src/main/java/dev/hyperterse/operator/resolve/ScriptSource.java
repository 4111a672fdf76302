package dev.hyperterse.operator.resolve;

import dev.hyperterse.catalog.Digest;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The text of a script and of all files that it may import.
 *
 * @param entry the file whose default export is the function
 * @param language of the entry; that of another file is told by its name
 * @param files texts by name
 */
public record ScriptSource(String entry, Language language, SortedMap<String, String> files) {
    /** Part of every digest: another compiler may compile the same text to something else. */
    private static final String COMPILER = "1";

    public ScriptSource {
        files = new TreeMap<>(files);
    }

    /** What a file is written in. */
    public enum Language {
        JAVASCRIPT,
        TYPESCRIPT;

        /** By the ending of its name. */
        public static Language of(String file) {
            return file.endsWith(".ts") || file.endsWith(".mts") ? TYPESCRIPT : JAVASCRIPT;
        }
    }

    /** A script in one file. */
    public static ScriptSource of(String file, Language language, String text) {
        return new ScriptSource(file, language, new TreeMap<>(Map.of(file, text)));
    }

    public Language language(String file) {
        return file.equals(entry) ? language : Language.of(file);
    }

    public int characters() {
        return files.values().stream().mapToInt(String::length).sum();
    }

    /** Equal for equal scripts, and only for these. */
    public String digest() {
        var parts = new StringBuilder(COMPILER);
        append(parts, entry);
        append(parts, language.name());
        files.forEach((file, text) -> {
            append(parts, file);
            append(parts, text);
        });
        return Digest.of(parts.toString());
    }

    /** With its length, so that no two lists of parts have the same text. */
    private static void append(StringBuilder parts, String part) {
        parts.append('\n').append(part.length()).append(':').append(part);
    }
}
