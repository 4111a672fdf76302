package dev.hyperterse.cli.document;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a file into documents before any of it is parsed, at lines of {@code ---}, exactly as kubectl does: one broken
 * document leaves the others readable.
 */
public final class YamlDocuments {
    private static final String SEPARATOR = "---";

    private YamlDocuments() {}

    /**
     * One document of a file.
     *
     * @param linesBefore how many lines of the file stand before its first
     */
    public record Document(SourceFile file, List<String> fileLines, int linesBefore, String text) {}

    public static List<Document> of(SourceFile file) {
        var lines = file.lines();
        var documents = new ArrayList<Document>();
        var start = 0;
        for (var index = 0; index < lines.size(); index++) {
            if (lines.get(index).startsWith(SEPARATOR)) {
                documents.add(document(file, lines, start, index));
                requireNothingBehind(file, lines.get(index), index + 1);
                start = index + 1;
            }
        }
        documents.add(document(file, lines, start, lines.size()));
        return documents;
    }

    private static Document document(SourceFile file, List<String> lines, int start, int end) {
        return new Document(file, lines, start, String.join("\n", lines.subList(start, end)) + "\n");
    }

    private static void requireNothingBehind(SourceFile file, String line, int number) {
        var behind = line.substring(SEPARATOR.length()).strip();
        if (!behind.isEmpty() && !behind.startsWith("#")) {
            throw new UnreadableManifest(
                    file.place(number, 1),
                    "yaml-syntax",
                    "a line that begins with --- separates documents and may hold nothing else than a comment",
                    "begin the document on the next line");
        }
    }
}
