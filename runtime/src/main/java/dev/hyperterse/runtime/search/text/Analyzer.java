package dev.hyperterse.runtime.search.text;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tartarus.snowball.SnowballStemmer;

/**
 * From text to tokens, for documents and queries alike. Tokens are remembered for as long as an analyzer lives, so one
 * instance serves the building of one segment or the reading of one query; it is not for several threads.
 */
public final class Analyzer {
    /** Identifiers shorten words in English whatever the language of the texts around them. */
    private static final Map<String, String> ABBREVIATIONS =
            WordList.ours("english-abbreviations.txt").pairs();

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

    /** The tokens of a text, stop words too: for names made of nothing else. */
    public List<SearchToken> analyzeEveryWord(String text) {
        var tokens = new ArrayList<SearchToken>();
        new WordSplitter(Folding.fold(text), (word, kind) -> tokens.add(token(word, kind))).split();
        return tokens;
    }

    /** Whether the word is grammar that means something only next to other words. */
    public boolean isFunctionWord(SearchToken token) {
        return stopWords.function().contains(token.surface());
    }

    /** Whether the word belongs to the chatter around a request. */
    public boolean isChatter(SearchToken token) {
        return stopWords.chatter().contains(token.surface());
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
