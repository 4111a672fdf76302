package dev.hyperterse.cli.status;

import dev.hyperterse.cli.manifest.ManifestKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The kinds that have a status, by all names that kubectl knows them by. */
public enum ObservedKind {
    SERVER(ManifestKind.SERVER, "server", "hts", "hyperterseserver", "hyperterseservers"),
    TOOL(ManifestKind.TOOL, "tool", "htt", "tools"),
    PROMPT(ManifestKind.PROMPT, "prompt", "htp", "prompts"),
    RESOURCE(ManifestKind.RESOURCE, "resource", "htr", "resources");

    private final ManifestKind kind;
    private final List<String> words;

    ObservedKind(ManifestKind kind, String... words) {
        this.kind = kind;
        this.words = List.of(words);
    }

    /** As it stands in a manifest. */
    public String kind() {
        return kind.kind();
    }

    /** The word for it before a slash. */
    public String word() {
        return words.getFirst();
    }

    /** Its schema and its objects in manifests. */
    public ManifestKind manifestKind() {
        return kind;
    }

    /** The kind of such a word, with its API group or without. */
    public static Optional<ObservedKind> of(String word) {
        var plain = word.toLowerCase(Locale.ROOT).replaceFirst("\\.hyperterse\\.dev$", "");
        return Arrays.stream(values()).filter(it -> it.words.contains(plain)).findFirst();
    }
}
