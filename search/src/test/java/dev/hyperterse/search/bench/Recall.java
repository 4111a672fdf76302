package dev.hyperterse.search.bench;

import dev.hyperterse.search.SearchHit;
import dev.hyperterse.search.SearchIndex;
import dev.hyperterse.search.bench.ShortQueries.Kind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The share of relevant tools among the first hits of short queries. */
public final class Recall {
    private Recall() {}

    /** The mean over the queries of each kind of the share of relevant tools that are among the first hits. */
    public static Map<Kind, Double> byKind(SearchIndex index, List<ShortQueries.Query> queries, int first) {
        return queries.stream()
                .collect(Collectors.groupingBy(
                        ShortQueries.Query::kind,
                        () -> new EnumMap<>(Kind.class),
                        Collectors.averagingDouble(query -> of(index, query, first))));
    }

    private static double of(SearchIndex index, ShortQueries.Query query, int first) {
        long found = index.search(query.text(), first).stream()
                .map(SearchHit::name)
                .filter(query.relevant()::contains)
                .count();
        return (double) found / query.relevant().size();
    }
}
