package dev.hyperterse.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.hyperterse.search.bench.GeneratedCatalog;
import dev.hyperterse.search.bench.Segments;
import dev.hyperterse.search.segment.SearchSegment;
import dev.hyperterse.search.text.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReloadTest {
    private static final int SLOTS = 16;

    @Test
    void unchangedSlotKeepsItsSegmentAndUnchangedToolsKeepTheirAnalysis() {
        var tools = GeneratedCatalog.of(20, 1);
        var segment = SearchSegment.of(tools, Language.ENGLISH);
        assertThat(segment.replacedBy(List.copyOf(tools))).isSameAs(segment);
        var changed = segment.replacedBy(tools.subList(1, 20));
        assertThat(changed.size()).isEqualTo(19);
        assertThat(changed.document(0)).isSameAs(segment.document(1));
    }

    @Test
    void unchangedSegmentsAreReused() {
        var segments = new ArrayList<>(Segments.of(GeneratedCatalog.of(200, 1), SLOTS));
        var before = SearchIndex.empty(Language.ENGLISH).compose(segments);
        segments.set(3, SearchSegment.of(GeneratedCatalog.of(5, 9), Language.ENGLISH));
        var after = before.compose(segments);
        for (int slot = 0; slot < SLOTS; slot++) {
            if (slot != 3) {
                assertThat(after.segments().get(slot))
                        .isSameAs(before.segments().get(slot));
            }
        }
    }

    @Test
    void removedToolIsNeverFoundAndTheOldIndexStillServes() {
        var tools = GeneratedCatalog.of(300, 2);
        var before = SearchIndex.empty(Language.ENGLISH).compose(Segments.of(tools, SLOTS));
        var removed = tools.get(7);
        var after = before.compose(
                Segments.of(tools.stream().filter(tool -> tool != removed).toList(), SLOTS));
        for (var query : List.of(removed.name(), removed.description())) {
            assertThat(after.search(query, 300)).noneMatch(hit -> hit.name().equals(removed.name()));
            assertThat(before.search(query, 300).getFirst().name()).isEqualTo(removed.name());
        }
    }

    @Test
    void manyReloadsYieldTheIndexOfAFreshBuild() {
        var random = new Random(4);
        var pool = GeneratedCatalog.of(400, 5);
        var segments = new ArrayList<>(Segments.of(pool.subList(0, 200), SLOTS));
        var index = SearchIndex.empty(Language.ENGLISH).compose(segments);
        for (int reload = 0; reload < 60; reload++) {
            int slot = random.nextInt(SLOTS);
            int from = random.nextInt(pool.size() / SLOTS - 12) + slot * (pool.size() / SLOTS);
            segments.set(slot, segments.get(slot).replacedBy(pool.subList(from, from + random.nextInt(12))));
            index = index.compose(segments);
        }
        var fresh = SearchIndex.empty(Language.ENGLISH).compose(segments);
        assertThat(index.vocabulary().lexicon().size())
                .isEqualTo(fresh.vocabulary().lexicon().size());
        for (var tool : pool) {
            for (var query : List.of(tool.description(), tool.name().substring(0, 6))) {
                assertThat(shown(index, query)).isEqualTo(shown(fresh, query));
            }
        }
    }

    @Test
    void segmentOfAnotherLanguageIsRefused() {
        var german = SearchSegment.of(GeneratedCatalog.of(5, 1), Language.GERMAN);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SearchIndex.empty(Language.ENGLISH).compose(List.of(german)))
                .withMessageContaining("GERMAN");
    }

    @Test
    void vocabularyDropsUnusedWords() {
        var index = SearchIndex.empty(Language.ENGLISH);
        for (int generation = 0; generation < 6; generation++) {
            index = index.compose(List.of(SearchSegment.of(GeneratedCatalog.of(5_000, generation), Language.ENGLISH)));
        }
        var fresh = SearchIndex.empty(Language.ENGLISH)
                .compose(List.of(SearchSegment.of(GeneratedCatalog.of(5_000, 5), Language.ENGLISH)));
        assertThat(index.vocabulary().size()).isLessThan(3 * fresh.vocabulary().size());
        assertThat(shown(index, "list orders by status")).isEqualTo(shown(fresh, "list orders by status"));
    }

    private static List<String> shown(SearchIndex index, String query) {
        return index.search(query, 20).stream()
                .map(hit -> hit.name() + " " + hit.relevanceScore())
                .toList();
    }
}
