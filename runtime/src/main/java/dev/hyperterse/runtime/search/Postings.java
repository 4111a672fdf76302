package dev.hyperterse.runtime.search;

import java.util.Arrays;
import java.util.List;

/** Which tools of a segment contain a term, and how often in which field. */
final class Postings {
    private static final int BITS = 6;
    private static final int MOST = (1 << BITS) - 1;

    /** Postings of term t are at {@code starts[t]} up to {@code starts[t + 1]}. */
    private final int[] starts;

    private final int[] documents;
    /** Six bits for each field: how often a term occurs beyond that changes nothing. */
    private final int[] frequencies;

    private Postings(int[] starts, int[] documents, int[] frequencies) {
        this.starts = starts;
        this.documents = documents;
        this.frequencies = frequencies;
    }

    static Postings of(List<AnalyzedDocument> documents, TermTable terms) {
        var frequencies = new int[documents.size()][];
        var distinct = new int[documents.size()][];
        var starts = new int[terms.size() + 1];
        var counts = new int[terms.size()];
        for (int document = 0; document < distinct.length; document++) {
            distinct[document] = count(documents.get(document), terms, counts);
            frequencies[document] = new int[distinct[document].length];
            for (int at = 0; at < distinct[document].length; at++) {
                int term = distinct[document][at];
                frequencies[document][at] = counts[term];
                counts[term] = 0;
                starts[term + 1]++;
            }
        }
        Arrays.parallelPrefix(starts, Integer::sum);
        return filled(starts, distinct, frequencies);
    }

    /** Counts into an array that is all zero; answers which terms it counted. */
    private static int[] count(AnalyzedDocument document, TermTable terms, int[] counts) {
        var found = new int[document.fields().stream().mapToInt(List::size).sum()];
        int size = 0;
        for (int field = 0; field < SearchField.COUNT; field++) {
            for (var token : document.fields().get(field)) {
                int term = terms.find(token.term());
                if (counts[term] == 0) {
                    found[size++] = term;
                }
                if (frequency(counts[term], field) < MOST) {
                    counts[term] += 1 << BITS * field;
                }
            }
        }
        return Arrays.copyOf(found, size);
    }

    private static Postings filled(int[] starts, int[][] distinct, int[][] counts) {
        var next = starts.clone();
        var documents = new int[starts[starts.length - 1]];
        var frequencies = new int[documents.length];
        for (int document = 0; document < distinct.length; document++) {
            for (int at = 0; at < distinct[document].length; at++) {
                int position = next[distinct[document][at]]++;
                documents[position] = document;
                frequencies[position] = counts[document][at];
            }
        }
        return new Postings(starts, documents, frequencies);
    }

    int start(int term) {
        return starts[term];
    }

    int end(int term) {
        return starts[term + 1];
    }

    int documentFrequency(int term) {
        return starts[term + 1] - starts[term];
    }

    int document(int position) {
        return documents[position];
    }

    /** All fields' counts in one number, to be taken apart by {@link #frequency}. */
    int frequencies(int position) {
        return frequencies[position];
    }

    static int frequency(int frequencies, int field) {
        return frequencies >>> BITS * field & MOST;
    }
}
