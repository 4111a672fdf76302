package dev.hyperterse.search.text;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The words of a query with little meaning for the search. The English lists are written for requests to agents; other
 * languages use the lists of their stemmers.
 *
 * @param stop ignored
 * @param function words with a meaning only next to other words ("more than")
 * @param chatter the words around a request ("recommend", "friend"), which count less than others
 */
record StopWords(Set<String> stop, Set<String> function, Set<String> chatter) {
    private static final Map<Language, StopWords> BY_LANGUAGE = readAll();

    StopWords {
        stop = Set.copyOf(stop);
        function = Set.copyOf(function);
        chatter = Set.copyOf(chatter);
    }

    static StopWords of(Language language) {
        return BY_LANGUAGE.get(language);
    }

    private static Map<Language, StopWords> readAll() {
        var all = new HashMap<Language, StopWords>();
        for (var language : Language.values()) {
            all.put(language, language == Language.ENGLISH ? english() : shippedWithStemmer(language));
        }
        return Map.copyOf(all);
    }

    private static StopWords english() {
        return new StopWords(
                WordList.ours("english-stop-words.txt").words(),
                WordList.ours("english-function-words.txt").words(),
                WordList.ours("english-chatter.txt").words());
    }

    private static StopWords shippedWithStemmer(Language language) {
        return new StopWords(WordList.shippedWithStemmer(language).words(), Set.of(), Set.of());
    }
}
