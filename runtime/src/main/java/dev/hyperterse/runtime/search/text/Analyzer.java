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
    private final StopWords stopWords;
    private final SnowballStemmer stemmer;
    private final Map<Token.Kind, Map<String, Token>> known = new EnumMap<>(Token.Kind.class);

    public Analyzer(Language language) {
        this.stopWords = StopWords.of(language);
        this.stemmer = language.newStemmer();
    }

    /** The tokens of a text in its order, without stop words. */
    public List<Token> analyze(String text) {
        var tokens = new ArrayList<Token>();
        new WordSplitter(Folding.fold(text), (word, kind) -> {
                    if (!stopWords.isStop(word)) {
                        tokens.add(token(word, kind));
                    }
                })
                .split();
        return tokens;
    }

    /** The tokens of a text, stop words too: for names made of nothing else. */
    public List<Token> analyzeEveryWord(String text) {
        var tokens = new ArrayList<Token>();
        new WordSplitter(Folding.fold(text), (word, kind) -> tokens.add(token(word, kind))).split();
        return tokens;
    }

    /** Whether the word is chatter that should count only a little in a query. */
    public boolean isSoft(Token token) {
        return stopWords.isSoft(token.surface());
    }

    private Token token(String word, Token.Kind kind) {
        return known.computeIfAbsent(kind, _ -> new HashMap<>())
                .computeIfAbsent(word, _ -> new Token(word, kind == Token.Kind.NUMBER ? word : stem(word), kind));
    }

    private String stem(String word) {
        stemmer.setCurrent(word);
        stemmer.stem();
        return stemmer.getCurrent();
    }
}
