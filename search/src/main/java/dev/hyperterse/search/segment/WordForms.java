package dev.hyperterse.search.segment;

import dev.hyperterse.search.document.AnalyzedDocument;
import dev.hyperterse.search.text.SearchToken;
import java.util.List;
import java.util.TreeMap;

/**
 * The surface words of a segment, sorted, each with its term. Without whole identifiers: their first pieces are
 * prefixes of them and would count twice.
 *
 * @param words that half-typed and mistyped words are compared with
 * @param terms the term of each word, by position
 */
public record WordForms(List<String> words, List<String> terms) {
    public WordForms {
        words = List.copyOf(words);
        terms = List.copyOf(terms);
    }

    static WordForms of(List<AnalyzedDocument> documents) {
        var termsByWord = new TreeMap<String, String>();
        for (var document : documents) {
            for (var field : document.fields()) {
                for (var token : field) {
                    if (token.kind() == SearchToken.Kind.WORD || token.kind() == SearchToken.Kind.PIECE) {
                        termsByWord.put(token.surface(), token.term());
                    }
                }
            }
        }
        return new WordForms(List.copyOf(termsByWord.keySet()), List.copyOf(termsByWord.values()));
    }
}
