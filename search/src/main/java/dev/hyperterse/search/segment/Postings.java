package dev.hyperterse.search.segment;

import dev.hyperterse.search.document.AnalyzedDocument;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** The tools of a segment that contain each term, with the strength of the term in each. */
public final class Postings {
    /** Postings of term t are at {@code starts[t]} up to {@code starts[t + 1]}. */
    private final int[] starts;

    private final int[] documents;
    private final float[] strengths;

    private Postings(int[] starts, int[] documents, float[] strengths) {
        this.starts = starts;
        this.documents = documents;
        this.strengths = strengths;
    }

    static Postings of(List<AnalyzedDocument> documents, TermTable terms, Occurrences occurrences) {
        var distinct = new int[documents.size()][];
        var strengths = new float[documents.size()][];
        var starts = new int[terms.size() + 1];
        var sums = new double[terms.size()];
        for (int document = 0; document < distinct.length; document++) {
            var found = sum(documents.get(document), terms, occurrences, sums);
            strengths[document] = new float[found.length];
            for (int at = 0; at < found.length; at++) {
                strengths[document][at] = (float) occurrences.saturated(sums[found[at]]);
                sums[found[at]] = 0;
                starts[found[at] + 1]++;
            }
            distinct[document] = found;
        }
        Arrays.parallelPrefix(starts, Integer::sum);
        return filled(starts, distinct, strengths);
    }

    /** Adds up the scores by term in an array of zeros; returns the terms that occur. */
    private static int[] sum(AnalyzedDocument document, TermTable terms, Occurrences occurrences, double[] sums) {
        var each = occurrences.each(document);
        var found = new int[document.fields().stream().mapToInt(List::size).sum()];
        int size = 0;
        for (int field = 0; field < each.length; field++) {
            for (var token : document.fields().get(field)) {
                int term = terms.find(token.term());
                if (sums[term] == 0) {
                    found[size++] = term;
                }
                sums[term] += each[field];
            }
        }
        return Arrays.copyOf(found, size);
    }

    private static Postings filled(int[] starts, int[][] distinct, float[][] strengths) {
        var next = starts.clone();
        var documents = new int[starts[starts.length - 1]];
        var all = new float[documents.length];
        for (int document = 0; document < distinct.length; document++) {
            for (int at = 0; at < distinct[document].length; at++) {
                int position = next[distinct[document][at]]++;
                documents[position] = document;
                all[position] = strengths[document][at];
            }
        }
        return new Postings(starts, documents, all);
    }

    public int start(int term) {
        return starts[term];
    }

    public int end(int term) {
        return starts[term + 1];
    }

    public int documentFrequency(int term) {
        return starts[term + 1] - starts[term];
    }

    /** The frequency in the shown documents only. */
    public int documentFrequency(int term, BitSet shown) {
        int count = 0;
        for (int position = start(term); position < end(term); position++) {
            count += shown.get(documents[position]) ? 1 : 0;
        }
        return count;
    }

    public int document(int position) {
        return documents[position];
    }

    /** The strength of the term in the tool, 0 to 1. */
    public float strength(int position) {
        return strengths[position];
    }
}
