package dev.hyperterse.search.query;

import dev.hyperterse.search.segment.SearchSegment;
import dev.hyperterse.search.segment.TermTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The surface words of all segments, sorted, with the ids of their terms; immutable. Finds words with a prefix, and
 * words that differ from a word by one typing error.
 */
public final class Lexicon {
    static final Lexicon EMPTY = new Lexicon(new String[0], new int[0], new int[0]);

    private final String[] words;
    private final int[] termIds;
    /** The number of segments that contain the word. */
    private final int[] holders;
    /** A bit for each letter of the word, to skip most words without comparing them. */
    private final long[] letters;

    private Lexicon(String[] words, int[] termIds, int[] holders) {
        this.words = words;
        this.termIds = termIds;
        this.holders = holders;
        this.letters = new long[words.length];
        Arrays.setAll(letters, word -> OneTypingError.letters(words[word]));
    }

    /** The lexicon without the removed segments and with the added ones. */
    Lexicon changed(Collection<SearchSegment> removed, Collection<SearchSegment> added, TermTable terms) {
        var counts = holders.clone();
        var absent = new TreeMap<String, Absent>();
        for (var segment : removed) {
            segment.wordForms().words().forEach(word -> counts[Arrays.binarySearch(words, word)]--);
        }
        for (var segment : added) {
            var forms = segment.wordForms();
            for (int form = 0; form < forms.words().size(); form++) {
                var word = forms.words().get(form);
                int at = Arrays.binarySearch(words, word);
                if (at >= 0) {
                    counts[at]++;
                } else {
                    int id = terms.find(forms.terms().get(form));
                    absent.merge(word, new Absent(id, 1), (one, _) -> new Absent(one.termId(), one.holders() + 1));
                }
            }
        }
        return merged(counts, absent);
    }

    private record Absent(int termId, int holders) {}

    private Lexicon merged(int[] counts, TreeMap<String, Absent> absent) {
        long dead = Arrays.stream(counts).filter(count -> count == 0).count();
        if (dead == 0 && absent.isEmpty()) {
            return new Lexicon(words, termIds, counts, letters);
        }
        int size = words.length - (int) dead + absent.size();
        var merged = new ArrayList<String>(size);
        var ids = new int[size];
        var held = new int[size];
        var arriving = new ArrayList<>(absent.entrySet());
        int next = 0;
        for (int word = 0; word < words.length; word++) {
            while (next < arriving.size() && arriving.get(next).getKey().compareTo(words[word]) < 0) {
                append(arriving.get(next++), merged, ids, held);
            }
            if (counts[word] > 0) {
                ids[merged.size()] = termIds[word];
                held[merged.size()] = counts[word];
                merged.add(words[word]);
            }
        }
        while (next < arriving.size()) {
            append(arriving.get(next++), merged, ids, held);
        }
        return new Lexicon(merged.toArray(String[]::new), ids, held);
    }

    private Lexicon(String[] words, int[] termIds, int[] holders, long[] letters) {
        this.words = words;
        this.termIds = termIds;
        this.holders = holders;
        this.letters = letters;
    }

    private static void append(Map.Entry<String, Absent> arriving, List<String> words, int[] ids, int[] held) {
        ids[words.size()] = arriving.getValue().termId();
        held[words.size()] = arriving.getValue().holders();
        words.add(arriving.getKey());
    }

    public int size() {
        return words.length;
    }

    String word(int position) {
        return words[position];
    }

    int termId(int position) {
        return termIds[position];
    }

    /** Position of the first word that is not before the given one. */
    int firstFrom(String word) {
        int at = Arrays.binarySearch(words, word);
        return at >= 0 ? at : -at - 1;
    }

    /** The words that one insertion, deletion, replacement or swap of neighbours turns into the given one. */
    List<Integer> oneErrorFrom(String word) {
        var found = new ArrayList<Integer>();
        long mine = OneTypingError.letters(word);
        for (int at = 0; at < words.length; at++) {
            // One error removes at most one letter and adds at most one.
            if (Long.bitCount(mine ^ letters[at]) <= 2 && OneTypingError.between(word, words[at])) {
                found.add(at);
            }
        }
        return found;
    }
}
