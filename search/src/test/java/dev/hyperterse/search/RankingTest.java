package dev.hyperterse.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hyperterse.search.bench.GeneratedCatalog;
import dev.hyperterse.search.bench.Segments;
import dev.hyperterse.search.bench.ShortQueries;
import dev.hyperterse.search.bench.ShortQueries.Kind;
import dev.hyperterse.search.document.SearchDocument;
import dev.hyperterse.search.document.ToolShape;
import dev.hyperterse.search.text.Language;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Promises for every query over every catalog. */
class RankingTest {
    private static final List<SearchDocument> CATALOG = GeneratedCatalog.of(600, 11);
    private static final List<String> QUERIES = queries();
    private static final SearchIndex INDEX = index(CATALOG, Segments.SLOTS);

    @Test
    void exactNameIsFirstAndOnlyItScoresHundred() {
        for (var tool : CATALOG) {
            var hits = INDEX.search("  " + tool.name() + "\n", 10);
            assertThat(hits.getFirst().name()).isEqualTo(tool.name());
            assertThat(hits.getFirst().relevanceScore()).isEqualTo(100);
            assertThat(hits.stream().skip(1))
                    .allSatisfy(hit -> assertThat(hit.relevanceScore()).isLessThan(100));
        }
    }

    @Test
    void exactNameIsFirstEvenIfOtherToolsRepeatIt() {
        var index = index(
                List.of(
                        tool("orders", "Everything about them"),
                        tool("orders-of-orders", "Orders, orders and more orders"),
                        tool("who-is", "Owner of a domain")),
                2);
        assertThat(names(index, "orders", 10)).startsWith("orders");
        assertThat(names(index, "who-is", 10)).startsWith("who-is");
        assertThat(index.search("Orders", 10).getFirst().relevanceScore()).isLessThan(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"salesbymonth", "salesmonth", "SalesByMonth", "sales by month"})
    void joinedNameIsFoundEvenIfOneOfItsWordsIsAStopWord(String query) {
        var index = index(List.of(tool("sales_by_month", "Turnover"), tool("list-orders", "Orders")), 2);
        assertThat(names(index, query, 10)).containsExactly("sales_by_month");
    }

    @Test
    void scoresFallWithTheRankAndStayInRange() {
        for (var query : QUERIES) {
            var scores = INDEX.search(query, 50).stream()
                    .map(SearchHit::relevanceScore)
                    .toList();
            assertThat(scores).isSortedAccordingTo(Collections.reverseOrder());
            assertThat(scores).allSatisfy(score -> assertThat(score).isBetween(1, 100));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 200})
    void orderDoesNotDependOnTheSegments(int slots) {
        var shuffled = new ArrayList<>(CATALOG);
        Collections.shuffle(shuffled, new Random(slots));
        var other = index(shuffled, slots);
        for (var query : QUERIES) {
            assertThat(shown(other, query)).as(query).isEqualTo(shown(INDEX, query));
        }
    }

    @Test
    void tiesAreOrderedByName() {
        var index = index(
                List.of(tool("b-tool", "Same text"), tool("c-tool", "Same text"), tool("a-tool", "Same text")), 2);
        assertThat(names(index, "same text", 10)).containsExactly("a-tool", "b-tool", "c-tool");
    }

    @Test
    void invisibleToolsTakeNoRank() {
        for (var query : QUERIES) {
            var hidden = Set.copyOf(names(INDEX, query, 100));
            var everything = INDEX.search(query, CATALOG.size()).stream()
                    .map(SearchHit::name)
                    .toList();
            var filtered = INDEX.restrictedTo(name -> !hidden.contains(name)).search(query, 10).stream()
                    .map(SearchHit::name)
                    .toList();
            assertThat(filtered).doesNotContainAnyElementsOf(hidden);
            assertThat(filtered).hasSize(Math.min(10, everything.size() - hidden.size()));
        }
    }

    @Test
    void limitIsKept() {
        assertThat(INDEX.search("list orders", 3)).hasSize(3);
        assertThat(INDEX.search("list orders", 100)).hasSize(100);
        assertThat(INDEX.search("list orders", 0)).isEmpty();
        assertThat(INDEX.search(CATALOG.getFirst().name(), 1)).hasSize(1);
    }

    /** The tool that fits best is behind fifty others until it is looked at closely. */
    @Test
    void firstHitsDoNotDependOnTheLimit() {
        var tools = new ArrayList<SearchDocument>();
        tools.add(tool("films", "Harbour lights"));
        for (int other = 0; other < 50; other++) {
            tools.add(tool("harbour-lights-a%1$d-b%1$d-c%1$d-d%1$d".formatted(other), "Something else"));
        }
        var index = index(tools, 4);
        var ten = names(index, "harbour lights", 10);

        assertThat(ten).startsWith("films").hasSize(10);
        for (int limit : new int[] {11, 50, 100, 1_000}) {
            assertThat(names(index, "harbour lights", limit)).as("%d", limit).startsWith(ten.toArray(String[]::new));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"zzzz", "", " \t\n", "what is the", "how many", "more than before", "!?.,;", "\u0000"})
    void queryWithoutWordsFindsNothing(String query) {
        assertThat(INDEX.search(query, 10)).isEmpty();
    }

    @Test
    void emptyCatalogFindsNothing() {
        assertThat(SearchIndex.empty(Language.ENGLISH).search("orders", 10)).isEmpty();
        assertThat(index(List.of(), 4).search("orders", 10)).isEmpty();
    }

    @Test
    void hiddenStatementIsNotRanked() {
        var shown = new SearchDocument(
                "a", Optional.empty(), "Text", Optional.of("SELECT count(*) FROM turbines"), List.of(), ToolShape.OPEN);
        var hidden = new SearchDocument("b", Optional.empty(), "Text", Optional.empty(), List.of(), ToolShape.OPEN);
        var index = index(List.of(shown, hidden), 1);
        assertThat(names(index, "how many turbines", 10)).containsExactly("a");
    }

    @Test
    void scoreIsTheSumOfItsExplanation() {
        for (var query : QUERIES) {
            var explanations = INDEX.explain(query, 10);
            assertThat(explanations.stream().map(SearchExplanation::tool)).isEqualTo(names(INDEX, query, 10));
            for (var explanation : explanations) {
                double words = explanation.words().stream()
                        .mapToDouble(SearchExplanation.Word::points)
                        .sum();
                assertThat(explanation.points()
                                - explanation.nameCoverage()
                                - explanation.descriptionCoverage()
                                - explanation.pairs())
                        .as(query)
                        .isCloseTo(words, within(0.05 * Math.max(1, words)));
            }
        }
    }

    private static List<String> names(SearchIndex index, String query, int limit) {
        return index.search(query, limit).stream().map(SearchHit::name).toList();
    }

    private static List<String> shown(SearchIndex index, String query) {
        return index.search(query, 20).stream()
                .map(hit -> hit.name() + " " + hit.relevanceScore())
                .toList();
    }

    private static SearchIndex index(List<SearchDocument> catalog, int slots) {
        return SearchIndex.empty(Language.ENGLISH).compose(Segments.of(catalog, slots));
    }

    private static SearchDocument tool(String name, String description) {
        return new SearchDocument(name, Optional.empty(), description, Optional.empty(), List.of(), ToolShape.OPEN);
    }

    /** A few of each kind of short query, and whole descriptions. */
    private static List<String> queries() {
        var byKind = ShortQueries.of(CATALOG).stream()
                .filter(query -> query.kind() != Kind.EXACT_NAME)
                .collect(Collectors.groupingBy(ShortQueries.Query::kind));
        var queries = new ArrayList<String>();
        byKind.values().forEach(each -> each.stream().limit(8).forEach(query -> queries.add(query.text())));
        CATALOG.stream().limit(8).map(SearchDocument::description).forEach(queries::add);
        return List.copyOf(queries);
    }
}
