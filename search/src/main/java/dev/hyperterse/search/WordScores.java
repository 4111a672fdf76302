package dev.hyperterse.search;

import dev.hyperterse.search.query.QueryTerm;
import dev.hyperterse.search.segment.Candidates;
import dev.hyperterse.search.segment.Postings;
import dev.hyperterse.search.segment.SearchSegment;
import dev.hyperterse.search.segment.TermTable;
import java.util.List;

/** The sum over the words of a query for each tool, each word weighted by its importance and its score in the tool. */
final class WordScores {
    /** Words below this fraction of the highest importance are in nearly every tool and are ignored. */
    private static final double NEGLIGIBLE = 0.02;

    private final SearchIndex index;
    private final List<QueryTerm> words;
    private final double[] scores;
    private final int[] touched;

    WordScores(SearchIndex index, List<QueryTerm> words) {
        this.index = index;
        double most = words.stream().mapToDouble(QueryTerm::importance).max().orElse(0);
        this.words = words.stream()
                .filter(word -> word.importance() >= NEGLIGIBLE * most)
                .toList();
        this.scores = new double[index.largestSegment()];
        this.touched = new int[index.largestSegment()];
    }

    void offerAll(Candidates candidates) {
        var segments = index.segments();
        for (int at = 0; at < segments.size(); at++) {
            int count = score(at, segments.get(at).segment());
            for (int each = 0; each < count; each++) {
                int document = touched[each];
                if (candidates.take(scores[document]) && index.shows(at, document)) {
                    candidates.add(segments.get(at), document, scores[document]);
                }
                scores[document] = 0;
            }
        }
    }

    private int score(int at, SearchSegment segment) {
        int count = 0;
        for (var word : words) {
            for (var match : word.matches()) {
                if (index.mayContain(at, match.termId())) {
                    int term = segment.terms().find(match.term());
                    if (term != TermTable.ABSENT) {
                        count = add(segment.postings(), term, word.importance() * match.weight(), count);
                    }
                }
            }
        }
        return count;
    }

    private int add(Postings postings, int term, double importance, int alreadyTouched) {
        int count = alreadyTouched;
        int end = postings.end(term);
        for (int position = postings.start(term); position < end; position++) {
            int document = postings.document(position);
            double score = importance * postings.strength(position);
            if (scores[document] == 0 && score > 0) {
                touched[count++] = document;
            }
            scores[document] += score;
        }
        return count;
    }
}
