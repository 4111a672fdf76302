package dev.hyperterse.compiler.resolve;

import dev.hyperterse.catalog.Digest;
import dev.hyperterse.catalog.script.ScriptIsolation;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The text of a script and of all files that it may import.
 *
 * @param entry the file whose default export is the function
 * @param language of the entry; that of another file follows from its name
 * @param files texts by name
 * @param engine that is to run it
 */
public record ScriptSource(String entry, Language language, SortedMap<String, String> files, ScriptIsolation engine) {
    /** Part of every digest: another compiler may compile the same text to something else. */
    private static final String COMPILER = "1";

    public ScriptSource {
        files = new TreeMap<>(files);
    }

    /** One for the engine that scripts share. */
    public ScriptSource(String entry, Language language, SortedMap<String, String> files) {
        this(entry, language, files, ScriptIsolation.Shared);
    }

    /** The language of a file. */
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

    /** The same for an engine. */
    public ScriptSource in(ScriptIsolation other) {
        return new ScriptSource(entry, language, files, other);
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
        if (engine != ScriptIsolation.Shared) {
            append(parts, engine.name());
        }
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
