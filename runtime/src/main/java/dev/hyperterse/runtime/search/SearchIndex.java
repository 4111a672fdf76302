package dev.hyperterse.runtime.search;

import dev.hyperterse.runtime.search.text.Language;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * All segments of a live catalog with the statistics that span them: how rare each word is, how long the fields are.
 * Immutable, so that a search sees one catalog from its first word to its last hit. The order of tools does not depend
 * on how they are spread over segments, nor on which index was there before.
 */
public final class SearchIndex {
    private final Language language;
    private final RankingWeights weights;
    private final List<PlacedSegment> segments;
    private final Vocabulary vocabulary;
    private final Map<String, AnalyzedDocument> byName;
    private final int tools;
    private final Rarity rarity;
    private final FieldNorms norms;

    private SearchIndex(
            Language language, RankingWeights weights, List<PlacedSegment> segments, Vocabulary vocabulary) {
        this.language = language;
        this.weights = weights;
        this.segments = List.copyOf(segments);
        this.vocabulary = vocabulary;
        var all = this.segments.stream().map(PlacedSegment::segment).toList();
        this.tools = all.stream().mapToInt(SearchSegment::size).sum();
        this.byName = byName(all, tools);
        this.rarity = new Rarity(tools);
        this.norms = new FieldNorms(all, tools, weights);
    }

    /** An index without tools, to compose the first one from. */
    public static SearchIndex empty(Language language) {
        return empty(language, RankingWeights.TUNED);
    }

    static SearchIndex empty(Language language, RankingWeights weights) {
        return new SearchIndex(language, weights, List.of(), Vocabulary.EMPTY);
    }

    /** An index of these segments; costs only what differs from this one. */
    public SearchIndex compose(List<SearchSegment> next) {
        var before = new IdentityHashMap<SearchSegment, PlacedSegment>();
        segments.forEach(placed -> before.put(placed.segment(), placed));
        var added =
                next.stream().filter(segment -> !before.containsKey(segment)).toList();
        Set<SearchSegment> staying = Collections.newSetFromMap(new IdentityHashMap<>());
        staying.addAll(next);
        var removed = before.keySet().stream()
                .filter(segment -> !staying.contains(segment))
                .toList();
        var changed = vocabulary.changed(removed, added);
        if (changed.isWornOut()) {
            return empty(language, weights).compose(next);
        }
        var placed = new ArrayList<PlacedSegment>(next.size());
        for (var segment : next) {
            var known = before.get(segment);
            placed.add(known == null ? new PlacedSegment(segment, changed.idsOf(segment)) : known);
        }
        return new SearchIndex(language, weights, placed, changed);
    }

    /** The same tools, ranked by other weights. */
    SearchIndex with(RankingWeights other) {
        return new SearchIndex(language, other, segments, vocabulary);
    }

    private static Map<String, AnalyzedDocument> byName(List<SearchSegment> segments, int tools) {
        var byName = HashMap.<String, AnalyzedDocument>newHashMap(tools);
        for (var segment : segments) {
            for (int document = 0; document < segment.size(); document++) {
                byName.put(segment.document(document).document().name(), segment.document(document));
            }
        }
        return byName;
    }

    /**
     * The tools that fit a query best, best first.
     *
     * @param visible by name, whether the caller may use a tool; asked before the hits are counted
     */
    public List<SearchHit> search(String query, int limit, Predicate<String> visible) {
        return new Search(this, query, visible).hits(limit);
    }

    /** How many tools it holds. */
    public int size() {
        return tools;
    }

    Language language() {
        return language;
    }

    RankingWeights weights() {
        return weights;
    }

    List<PlacedSegment> segments() {
        return segments;
    }

    Vocabulary vocabulary() {
        return vocabulary;
    }

    Map<String, AnalyzedDocument> byName() {
        return byName;
    }

    Rarity rarity() {
        return rarity;
    }

    FieldNorms norms() {
        return norms;
    }
}
