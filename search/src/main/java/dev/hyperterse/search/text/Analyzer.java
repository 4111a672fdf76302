package dev.hyperterse.search.text;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tartarus.snowball.SnowballStemmer;

/**
 * Splits text into tokens, for documents and queries alike. An analyzer caches its tokens, so one instance is used for
 * building one segment or reading one query, by one thread.
 */
public final class Analyzer {
    /** Identifiers have English abbreviations, even in texts of another language. */
    private static final Map<String, String> ABBREVIATIONS =
            WordList.ours("english-abbreviations.txt").pairs();

    private static final Set<String> ACTIONS =
            WordList.ours("english-actions.txt").words();

    private final StopWords stopWords;
    private final SnowballStemmer stemmer;
    private final Map<SearchToken.Kind, Map<String, SearchToken>> known = new EnumMap<>(SearchToken.Kind.class);

    public Analyzer(Language language) {
        this.stopWords = StopWords.of(language);
        this.stemmer = language.newStemmer();
    }

    /** The tokens of a text in its order, without stop words. */
    public List<SearchToken> analyze(String text) {
        var tokens = new ArrayList<SearchToken>();
        new WordSplitter(Folding.fold(text), (word, kind) -> {
                    if (!stopWords.stop().contains(word)) {
                        tokens.add(token(word, kind));
                    }
                })
                .split();
        return tokens;
    }

    /** The tokens of a text with stop words, for names that consist of them. */
    public List<SearchToken> analyzeEveryWord(String text) {
        var tokens = new ArrayList<SearchToken>();
        new WordSplitter(Folding.fold(text), (word, kind) -> tokens.add(token(word, kind))).split();
        return tokens;
    }

    /** Whether the word is a function word, which has a meaning only with other words. */
    public boolean isFunctionWord(SearchToken token) {
        return stopWords.function().contains(token.surface());
    }

    /** Whether the word is chatter around a request. */
    public boolean isChatter(SearchToken token) {
        return stopWords.chatter().contains(token.surface());
    }

    /** Whether the word says what is done and not to what. */
    public boolean isAction(SearchToken token) {
        return ACTIONS.contains(token.surface());
    }

    private SearchToken token(String word, SearchToken.Kind kind) {
        return known.computeIfAbsent(kind, _ -> new HashMap<>())
                .computeIfAbsent(
                        word, _ -> new SearchToken(word, kind == SearchToken.Kind.NUMBER ? word : term(word), kind));
    }

    private String term(String word) {
        stemmer.setCurrent(ABBREVIATIONS.getOrDefault(word, word));
        stemmer.stem();
        return stemmer.getCurrent();
    }
}
