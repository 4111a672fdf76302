package dev.hyperterse.cli.status;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The kinds that have a status, by all names that kubectl knows them by. */
public enum ObservedKind {
    SERVER("HyperterseServer", "server", "hts", "hyperterseserver", "hyperterseservers"),
    TOOL("Tool", "tool", "htt", "tools"),
    PROMPT("Prompt", "prompt", "htp", "prompts"),
    RESOURCE("Resource", "resource", "htr", "resources");

    private final String kind;
    private final List<String> words;

    ObservedKind(String kind, String... words) {
        this.kind = kind;
        this.words = List.of(words);
    }

    /** As it stands in a manifest. */
    public String kind() {
        return kind;
    }

    /** The word for it before a slash. */
    public String word() {
        return words.getFirst();
    }

    /** The kind of such a word, with its API group or without. */
    public static Optional<ObservedKind> of(String word) {
        var plain = word.toLowerCase(Locale.ROOT).replaceFirst("\\.hyperterse\\.dev$", "");
        return Arrays.stream(values()).filter(it -> it.words.contains(plain)).findFirst();
    }
}
