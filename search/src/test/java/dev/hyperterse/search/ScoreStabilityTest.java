package dev.hyperterse.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.search.bench.GeneratedCatalog;
import dev.hyperterse.search.bench.Segments;
import dev.hyperterse.search.document.SearchDocument;
import dev.hyperterse.search.text.Language;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client may compare scores between two calls although the catalog changed in between. */
class ScoreStabilityTest {
    private static final int MOST_POINTS = 3;

    @ParameterizedTest
    @CsvSource({"40, 1", "100, 1", "100, 2", "400, 3", "1000, 4", "1000, 5"})
    void scoreMovesLittleWhenFivePercentOfTheOtherToolsChange(int tools, long seed) {
        var before = GeneratedCatalog.of(tools, seed);
        var kept = before.subList(0, tools - tools / 20);
        var after = new ArrayList<>(kept);
        var names = kept.stream().map(SearchDocument::name).toList();
        GeneratedCatalog.of(tools, seed + 100).stream()
                .filter(tool -> !names.contains(tool.name()))
                .limit(tools / 20)
                .forEach(after::add);
        var indexBefore = index(before);
        var indexAfter = index(after);
        for (var tool : kept.subList(0, Math.min(60, kept.size()))) {
            for (var query : List.of(
                    tool.description(),
                    tool.description().substring(0, 24),
                    tool.name().replaceAll("[-_]", " "),
                    "Please find the " + tool.inputs().getFirst().name() + " of everything")) {
                assertClose(query, scores(indexBefore, query), scores(indexAfter, query));
            }
        }
    }

    private static SearchIndex index(List<SearchDocument> catalog) {
        return SearchIndex.empty(Language.ENGLISH).compose(Segments.of(catalog, 8));
    }

    private static void assertClose(String query, Map<String, Integer> before, Map<String, Integer> after) {
        before.forEach((name, score) -> {
            if (after.containsKey(name)) {
                assertThat(after.get(name))
                        .as("%s for '%s'", name, query)
                        .isBetween(score - MOST_POINTS, score + MOST_POINTS);
            }
        });
    }

    private static Map<String, Integer> scores(SearchIndex index, String query) {
        var scores = new HashMap<String, Integer>();
        index.search(query, 10).forEach(hit -> scores.put(hit.name(), hit.relevanceScore()));
        return scores;
    }
}
