package dev.hyperterse.search.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The lines of a word list on the class path, without comments, folded as texts are. */
record WordList(List<String> lines) {
    WordList {
        lines = List.copyOf(lines);
    }

    /** A list of this package; comments begin with a hash. */
    static WordList ours(String name) {
        return read(WordList.class.getResourceAsStream(name), '#');
    }

    /** The stop words of a stemmer; comments begin with a bar. */
    static WordList shippedWithStemmer(Language language) {
        var path = "/org/apache/lucene/analysis/snowball/" + language.lowerCaseName() + "_stop.txt";
        return read(language.newStemmer().getClass().getResourceAsStream(path), '|');
    }

    private static WordList read(InputStream resource, char comment) {
        try (resource) {
            return new WordList(new String(resource.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> beforeComment(line, comment).strip())
                    .filter(line -> !line.isEmpty())
                    .map(line -> Folding.fold(line.replace("'", "")))
                    .toList());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String beforeComment(String line, char comment) {
        int at = line.indexOf(comment);
        return at < 0 ? line : line.substring(0, at);
    }

    Set<String> words() {
        var words = new HashSet<String>();
        lines.forEach(line -> words.addAll(List.of(line.split("\\s+"))));
        return words;
    }

    /** The second word of each line by the first. */
    Map<String, String> pairs() {
        return lines.stream()
                .map(line -> line.split("\\s+"))
                .collect(Collectors.toUnmodifiableMap(pair -> pair[0], pair -> pair[1]));
    }
}
