package dev.hyperterse.runtime.search;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The words of a query by the id of the terms they stand for. */
final class AskedTerms {
    private record Asked(int position, double weight) {}

    private final Map<Integer, Asked> byId = new HashMap<>();
    private final List<QueryTerm> query;

    AskedTerms(List<QueryTerm> query) {
        this.query = query;
        for (var word : query) {
            for (var match : word.matches()) {
                byId.putIfAbsent(match.termId(), new Asked(word.position(), word.weight() * match.weight()));
            }
        }
    }

    /** How much of a term is asked for, 0 to 1. */
    double weight(int termId) {
        var asked = byId.get(termId);
        return asked == null ? 0 : asked.weight();
    }

    /** Which word of the query asks for a term, or -1. */
    int position(int termId) {
        var asked = byId.get(termId);
        return asked == null ? -1 : asked.position();
    }

    double importance(int position) {
        return query.get(position).importance();
    }
}
