package dev.hyperterse.search;

import dev.hyperterse.search.document.AnalyzedDocument;
import dev.hyperterse.search.document.SearchField;
import dev.hyperterse.search.text.Analyzer;
import dev.hyperterse.search.text.SearchToken;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * What the tools of an index are about, in a few words of their names, titles and descriptions. Only tools that the
 * index shows count. Equal tools give equal words, in any order and distribution.
 *
 * @param groups the subjects of most tools, largest first; a tool counts for one of them
 * @param words those that tell most about the other tools, best first
 */
public record CatalogWords(List<Group> groups, List<String> words) {
    private static final int MOST_GROUPS = 8;
    private static final int MOST_WORDS = 12;
    private static final int SHORTEST = 3;
    private static final int LONGEST = 24;

    public record Group(String subject, int tools) {}

    static CatalogWords of(SearchIndex index) {
        var documents = shown(index);
        var analyzer = new Analyzer(index.language());
        var counted = new HashMap<String, Word>();
        count(SearchField.NAME, documents, analyzer, counted);
        var groups = groups(counted, documents.size());
        count(SearchField.DESCRIPTION, documents, analyzer, counted);
        groups.forEach(group -> counted.remove(group.term()));
        var words = best(counted, word -> telling(word.in().cardinality(), documents.size()), MOST_WORDS);
        return new CatalogWords(
                groups.stream()
                        .map(group -> new Group(group.shown(), group.tools()))
                        .toList(),
                words.stream().map(Word::shown).toList());
    }

    private static List<AnalyzedDocument> shown(SearchIndex index) {
        var shown = new ArrayList<AnalyzedDocument>(index.size());
        for (int at = 0; at < index.segments().size(); at++) {
            var segment = index.segments().get(at).segment();
            for (int document = 0; document < segment.size(); document++) {
                if (index.shows(at, document)) {
                    shown.add(segment.document(document));
                }
            }
        }
        return shown;
    }

    /** A term, its spellings, and the tools that have it. */
    private record Word(String term, BitSet in, Map<String, Integer> spellings) {
        private void add(String spelling, int document) {
            in.set(document);
            spellings.merge(spelling, 1, Integer::sum);
        }

        /** The most frequent spelling, of equals the first. */
        private String shown() {
            return spellings.entrySet().stream()
                    .max(Map.Entry.<String, Integer>comparingByValue()
                            .thenComparing(
                                    Map.Entry.<String, Integer>comparingByKey().reversed()))
                    .orElseThrow()
                    .getKey();
        }
    }

    private static void count(
            SearchField field, List<AnalyzedDocument> documents, Analyzer analyzer, Map<String, Word> words) {
        for (int document = 0; document < documents.size(); document++) {
            for (var token : documents.get(document).tokens(field)) {
                if (isSubject(token, analyzer)) {
                    words.computeIfAbsent(token.term(), term -> new Word(term, new BitSet(), new TreeMap<>()))
                            .add(token.surface(), document);
                }
            }
        }
    }

    private static boolean isSubject(SearchToken token, Analyzer analyzer) {
        boolean word = token.kind() == SearchToken.Kind.WORD || token.kind() == SearchToken.Kind.PIECE;
        int length = token.surface().length();
        return word
                && length >= SHORTEST
                && length <= LONGEST
                && token.surface().chars().allMatch(Character::isLetter)
                && !analyzer.isAction(token)
                && !analyzer.isChatter(token)
                && !analyzer.isFunctionWord(token);
    }

    private record Found(String term, String shown, int tools) {}

    /** Takes again and again the word that most tools have of those without a group. */
    private static List<Found> groups(Map<String, Word> subjects, int documents) {
        var groups = new ArrayList<Found>();
        var without = new BitSet();
        without.set(0, documents);
        while (groups.size() < MOST_GROUPS) {
            var next = best(subjects, word -> common(word.in(), without), 1);
            if (next.isEmpty() || common(next.getFirst().in(), without) < 2) {
                break;
            }
            var group = next.getFirst();
            groups.add(new Found(group.term(), group.shown(), common(group.in(), without)));
            without.andNot(group.in());
        }
        groups.sort(Comparator.comparingInt(Found::tools).reversed().thenComparing(Found::shown));
        return groups;
    }

    private static int common(BitSet some, BitSet others) {
        var both = (BitSet) some.clone();
        both.and(others);
        return both.cardinality();
    }

    /** High for words of several tools that are not words of all: each tells these from the others. */
    private static double telling(int having, int all) {
        return having * StrictMath.log((all + 1.0) / having);
    }

    private static List<Word> best(Map<String, Word> words, ToDoubleFunction<Word> value, int most) {
        return words.values().stream()
                .map(word -> Map.entry(word, value.applyAsDouble(word)))
                .sorted(Map.Entry.<Word, Double>comparingByValue().reversed().thenComparing(entry -> entry.getKey()
                        .term()))
                .limit(most)
                .map(Map.Entry::getKey)
                .toList();
    }
}
