package dev.hyperterse.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.search.bench.GeneratedCatalog;
import dev.hyperterse.search.bench.Recall;
import dev.hyperterse.search.bench.Segments;
import dev.hyperterse.search.bench.ShortQueries;
import dev.hyperterse.search.bench.ShortQueries.Kind;
import dev.hyperterse.search.text.Language;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShortQueryRecallTest {
    private static final int FIRST = 5;

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shortQueriesFindTheirTools(Kind kind) {
        var catalog = GeneratedCatalog.of(1_000, 23);
        var index = SearchIndex.empty(Language.ENGLISH).compose(Segments.of(catalog, Segments.SLOTS));
        var queries = ShortQueries.of(catalog).stream()
                .filter(query -> query.kind() == kind)
                .toList();
        assertThat(queries).hasSizeGreaterThan(100);
        assertThat(Recall.byKind(index, queries, FIRST).get(kind)).isGreaterThanOrEqualTo(expected(kind));
    }

    private static double expected(Kind kind) {
        return switch (kind) {
            case EXACT_NAME -> 1;
            case WORD, PLURAL, TWO_WORDS, IDENTIFIER -> 0.98;
            case PREFIX, TYPING_ERROR -> 0.95;
        };
    }
}
