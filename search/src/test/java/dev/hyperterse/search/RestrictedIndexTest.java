package dev.hyperterse.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.search.bench.GeneratedCatalog;
import dev.hyperterse.search.bench.Segments;
import dev.hyperterse.search.document.SearchDocument;
import dev.hyperterse.search.text.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Callers that see some of the tools find them as if there were no others. */
class RestrictedIndexTest {
    @Test
    void restrictedIndexRanksLikeAnIndexOfTheVisibleTools() {
        var all = GeneratedCatalog.of(300, 7);
        var seen = new ArrayList<SearchDocument>();
        for (int index = 0; index < all.size(); index += 3) {
            seen.add(all.get(index));
        }
        Set<String> names = seen.stream().map(SearchDocument::name).collect(Collectors.toSet());
        var restricted = index(all).restrictedTo(names::contains);
        var alone = index(seen);

        assertThat(restricted.size()).isEqualTo(alone.size());
        for (var tool : all.subList(0, 150)) {
            for (var query : List.of(
                    tool.name(),
                    tool.description(),
                    tool.description().substring(0, tool.description().length() / 2),
                    tool.name().replaceAll("[-_]", " "),
                    tool.name().substring(0, Math.min(4, tool.name().length())))) {
                assertThat(hits(restricted, query)).as(query).isEqualTo(hits(alone, query));
            }
        }
    }

    @Test
    void restrictionLeavesTheWholeIndexUnchanged() {
        var all = GeneratedCatalog.of(60, 3);
        var whole = index(all);
        var before = hits(whole, all.getFirst().description());
        whole.restrictedTo(name -> false);

        assertThat(hits(whole, all.getFirst().description())).isEqualTo(before);
    }

    private static List<String> hits(SearchIndex index, String query) {
        return index.search(query, 10).stream()
                .map(hit -> hit.name() + " " + hit.relevanceScore())
                .toList();
    }

    private static SearchIndex index(List<SearchDocument> catalog) {
        return SearchIndex.empty(Language.ENGLISH).compose(Segments.of(catalog, 8));
    }
}
