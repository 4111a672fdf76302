package dev.hyperterse.runtime.search.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The words that say nothing about which tool is wanted. Stop words are not looked for at all; soft words (the chatter
 * around a request: "planning", "recommend", "friend") count a little. English has lists of our own, written for
 * requests to an agent; other languages use the short lists that come with their stemmers.
 */
final class StopWords {
    private static final Map<Language, StopWords> BY_LANGUAGE = readAll();

    private final Set<String> stop;
    private final Set<String> soft;

    private StopWords(Set<String> stop, Set<String> soft) {
        this.stop = Set.copyOf(stop);
        this.soft = Set.copyOf(soft);
    }

    static StopWords of(Language language) {
        return BY_LANGUAGE.get(language);
    }

    boolean isStop(String word) {
        return stop.contains(word);
    }

    boolean isSoft(String word) {
        return soft.contains(word);
    }

    private static Map<Language, StopWords> readAll() {
        var all = new HashMap<Language, StopWords>();
        for (var language : Language.values()) {
            all.put(language, language == Language.ENGLISH ? english() : shipped(language));
        }
        return Map.copyOf(all);
    }

    private static StopWords english() {
        return new StopWords(
                read(StopWords.class.getResourceAsStream("english-stop-words.txt"), '#'),
                read(StopWords.class.getResourceAsStream("english-soft-words.txt"), '#'));
    }

    private static StopWords shipped(Language language) {
        var path = "/org/apache/lucene/analysis/snowball/" + language.lowerCaseName() + "_stop.txt";
        return new StopWords(read(language.newStemmer().getClass().getResourceAsStream(path), '|'), Set.of());
    }

    private static Set<String> read(InputStream resource, char comment) {
        var words = new HashSet<String>();
        try (resource) {
            var text = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
            text.lines().map(line -> beforeComment(line, comment)).forEach(line -> {
                for (var word : line.split("\\s+")) {
                    words.add(Folding.fold(word.replace("'", "")));
                }
            });
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        words.remove("");
        return words;
    }

    private static String beforeComment(String line, char comment) {
        int at = line.indexOf(comment);
        return at < 0 ? line : line.substring(0, at);
    }
}
