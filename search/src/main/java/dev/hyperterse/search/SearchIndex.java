package dev.hyperterse.search;

import dev.hyperterse.search.query.InverseDocumentFrequency;
import dev.hyperterse.search.query.Vocabulary;
import dev.hyperterse.search.segment.PlacedSegment;
import dev.hyperterse.search.segment.RankingWeights;
import dev.hyperterse.search.segment.ScoredTool;
import dev.hyperterse.search.segment.SearchSegment;
import dev.hyperterse.search.text.Language;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * All segments of a live catalog with the statistics across them: document frequencies and lengths of fields.
 * Immutable, so that a search sees one catalog from its first word to its last hit. The order of tools depends neither
 * on their distribution over segments nor on the former index.
 */
public final class SearchIndex {
    private final Language language;
    private final RankingWeights weights;
    private final List<PlacedSegment> segments;
    private final Vocabulary vocabulary;
    private final Map<String, ScoredTool> byName;
    private final int tools;
    private final InverseDocumentFrequency rarity;
    private final int largestSegment;
    /** A bit set for each term, of the segments that contain it; from the 65th on, segments share bits. */
    private final long[] segmentsByTerm;
    /** The shown tools of each segment; empty if all are shown. */
    private final List<BitSet> shown;

    private SearchIndex(
            Language language, RankingWeights weights, List<PlacedSegment> segments, Vocabulary vocabulary) {
        this.language = language;
        this.weights = weights;
        this.segments = List.copyOf(segments);
        this.vocabulary = vocabulary;
        var all = this.segments.stream().map(PlacedSegment::segment).toList();
        this.tools = all.stream().mapToInt(SearchSegment::size).sum();
        this.byName = byName(this.segments, tools);
        this.rarity = new InverseDocumentFrequency(tools);
        this.largestSegment = all.stream().mapToInt(SearchSegment::size).max().orElse(0);
        this.segmentsByTerm = segmentsByTerm(this.segments, vocabulary.size());
        this.shown = List.of();
    }

    private SearchIndex(SearchIndex whole, Vocabulary vocabulary, int tools, List<BitSet> shown) {
        this.language = whole.language;
        this.weights = whole.weights;
        this.segments = whole.segments;
        this.vocabulary = vocabulary;
        this.tools = tools;
        this.byName = whole.byName;
        this.rarity = new InverseDocumentFrequency(tools);
        this.largestSegment = whole.largestSegment;
        this.segmentsByTerm = whole.segmentsByTerm;
        this.shown = List.copyOf(shown);
    }

    /** An index without tools, to compose the first one from. */
    public static SearchIndex empty(Language language) {
        return empty(language, RankingWeights.TUNED);
    }

    static SearchIndex empty(Language language, RankingWeights weights) {
        return new SearchIndex(language, weights, List.of(), Vocabulary.EMPTY);
    }

    /**
     * An index of these segments; only differences from this one take time.
     *
     * @throws IllegalArgumentException if a segment has another language
     */
    public SearchIndex compose(List<SearchSegment> next) {
        next.forEach(this::requireSameLanguage);
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
        if (changed.mustBeRebuilt()) {
            return empty(language, weights).compose(next);
        }
        var placed = new ArrayList<PlacedSegment>(next.size());
        for (var segment : next) {
            var known = before.get(segment);
            placed.add(known == null ? new PlacedSegment(segment, changed.idsOf(segment)) : known);
        }
        return new SearchIndex(language, weights, placed, changed);
    }

    /**
     * The index for callers that see only some of the tools: words and their frequencies are counted over these only,
     * so that scores reveal nothing about the others. Everything else is shared.
     */
    public SearchIndex restrictedTo(Predicate<String> visible) {
        var frequencies = new int[vocabulary.size()];
        int seen = 0;
        var all = new ArrayList<BitSet>(segments.size());
        for (var placed : segments) {
            var segment = placed.segment();
            var here = new BitSet(segment.size());
            for (int document = 0; document < segment.size(); document++) {
                here.set(
                        document,
                        visible.test(segment.document(document).document().name()));
            }
            seen += here.cardinality();
            all.add(here);
            for (int term = 0; term < segment.terms().size(); term++) {
                frequencies[placed.termIds()[term]] += segment.postings().documentFrequency(term, here);
            }
        }
        return new SearchIndex(this, vocabulary.counting(frequencies), seen, all);
    }

    private void requireSameLanguage(SearchSegment segment) {
        if (segment.language() != language) {
            throw new IllegalArgumentException(
                    "a segment in " + segment.language() + " has no place in an index in " + language);
        }
    }

    private static long[] segmentsByTerm(List<PlacedSegment> segments, int terms) {
        var bits = new long[terms];
        for (int segment = 0; segment < segments.size(); segment++) {
            for (int id : segments.get(segment).termIds()) {
                bits[id] |= 1L << segment;
            }
        }
        return bits;
    }

    private static Map<String, ScoredTool> byName(List<PlacedSegment> segments, int tools) {
        var byName = HashMap.<String, ScoredTool>newHashMap(tools);
        for (var placed : segments) {
            for (int document = 0; document < placed.segment().size(); document++) {
                var candidate = new ScoredTool(placed, document, 0);
                byName.put(candidate.name(), candidate);
            }
        }
        return byName;
    }

    /** The tools that fit a query best, best first. */
    public List<SearchHit> search(String query, int limit) {
        return new SearchRun(this, query).hits(limit);
    }

    /** The tools of a search in the same order, each with an explanation of its score. */
    public List<SearchExplanation> explain(String query, int limit) {
        return new SearchRun(this, query).explanations(limit);
    }

    /** The subjects of its tools, computed anew. */
    public CatalogWords words() {
        return CatalogWords.of(this);
    }

    /** The number of tools. */
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

    /** The tool of exactly this name. */
    Optional<ScoredTool> named(String name) {
        return Optional.ofNullable(byName.get(name)).filter(this::shows);
    }

    private boolean shows(ScoredTool candidate) {
        for (int segment = 0; segment < shown.size(); segment++) {
            if (segments.get(segment) == candidate.placed()) {
                return shown.get(segment).get(candidate.document());
            }
        }
        return shown.isEmpty();
    }

    InverseDocumentFrequency rarity() {
        return rarity;
    }

    int largestSegment() {
        return largestSegment;
    }

    /** Whether the callers of this index see that tool. */
    boolean shows(int segment, int document) {
        return shown.isEmpty() || shown.get(segment).get(document);
    }

    boolean mayContain(int segment, int termId) {
        return (segmentsByTerm[termId] & 1L << segment) != 0;
    }
}
