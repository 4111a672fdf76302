package dev.hyperterse.runtime.search;

import java.util.List;

/**
 * BM25F: for each tool of a segment the sum over the words of the query, each by how rare it is, how often it occurs in
 * which field, and how long that field is.
 */
final class WordScores {
    private final SearchIndex index;
    private final List<QueryTerm> query;
    private final double[] scores;
    private final int[] touched;

    WordScores(SearchIndex index, List<QueryTerm> query) {
        this.index = index;
        this.query = query;
        int largest = index.segments().stream()
                .mapToInt(placed -> placed.segment().size())
                .max()
                .orElse(0);
        this.scores = new double[largest];
        this.touched = new int[largest];
    }

    void offerAll(Candidates candidates) {
        for (var placed : index.segments()) {
            int count = score(placed.segment());
            for (int at = 0; at < count; at++) {
                candidates.offer(placed, touched[at], scores[touched[at]]);
                scores[touched[at]] = 0;
            }
        }
    }

    private int score(SearchSegment segment) {
        int count = 0;
        for (var word : query) {
            for (var match : word.matches()) {
                int term = segment.terms().find(match.term());
                if (term != TermTable.ABSENT) {
                    count = add(segment, term, word.importance() * match.weight(), count);
                }
            }
        }
        return count;
    }

    private int add(SearchSegment segment, int term, double importance, int alreadyTouched) {
        var postings = segment.postings();
        int count = alreadyTouched;
        int end = postings.end(term);
        for (int position = postings.start(term); position < end; position++) {
            int document = postings.document(position);
            double score = importance * saturated(segment, document, postings.frequencies(position));
            if (scores[document] == 0 && score > 0) {
                touched[count++] = document;
            }
            scores[document] += score;
        }
        return count;
    }

    private double saturated(SearchSegment segment, int document, int frequencies) {
        double occurrences = 0;
        for (int field = 0; field < SearchField.COUNT; field++) {
            int frequency = Postings.frequency(frequencies, field);
            if (frequency > 0) {
                occurrences +=
                        frequency * index.norms().norm(field, segment.lengths().length(document, field));
            }
        }
        return occurrences / (index.weights().saturation() + occurrences);
    }
}
