package dev.hyperterse.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.search.bench.GeneratedCatalog;
import dev.hyperterse.search.bench.Segments;
import dev.hyperterse.search.document.SearchDocument;
import dev.hyperterse.search.query.QueryBounds;
import dev.hyperterse.search.query.QueryReader;
import dev.hyperterse.search.query.QueryTerm;
import dev.hyperterse.search.query.QueryTerm.MatchKind;
import dev.hyperterse.search.query.WordMatches;
import dev.hyperterse.search.text.Language;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The work of any query is limited: its words, their matches, and visits of the vocabulary. */
class HostileQueryTest {
    private static final int MOST_MATCHES_OF_A_WORD = 16;
    private static final SearchIndex INDEX =
            SearchIndex.empty(Language.ENGLISH).compose(Segments.of(GeneratedCatalog.of(800, 3), 16));

    static Stream<String> hostileQueries() {
        return Stream.of(
                "order ".repeat(100_000),
                "x".repeat(1_000_000),
                IntStream.range(0, 5_000)
                        .mapToObj(at -> "zq" + (char) ('a' + at % 26) + "vkwx" + (char) ('a' + at / 26))
                        .collect(Collectors.joining(" ")),
                GeneratedCatalog.of(200, 3).stream()
                        .map(SearchDocument::description)
                        .collect(Collectors.joining(" ")),
                "pro con inv cus ord shi pay ref sup war emp tic inc cam sub dis cou bas cat rev add del car rou veh "
                        .repeat(50),
                "a\u0301".repeat(10_000),
                "\ud83d\udc69\u200d".repeat(10_000),
                "\ud83d".repeat(1_000),
                "\u202e\u200f".repeat(1_000) + "order",
                "日本語".repeat(10_000),
                "aB".repeat(10_000),
                "'".repeat(10_000),
                "{{ inputs.x }}".repeat(1_000),
                "ﷺ".repeat(2_000));
    }

    @ParameterizedTest
    @MethodSource("hostileQueries")
    void workOfAQueryIsLimited(String query) {
        var words = new QueryReader(INDEX.vocabulary(), INDEX.rarity(), INDEX.weights(), INDEX.language())
                .read(query)
                .found();
        assertThat(words).hasSizeLessThanOrEqualTo(QueryBounds.MOST_WORDS);
        assertThat(words)
                .allSatisfy(word -> assertThat(word.matches()).hasSizeLessThanOrEqualTo(MOST_MATCHES_OF_A_WORD));
        assertThat(words.stream()
                        .filter(word -> word.matches().getFirst().kind() == MatchKind.TYPING_ERROR)
                        .count())
                .isLessThanOrEqualTo(WordMatches.MOST_MISTYPED_WORDS);
        assertThat(INDEX.search(query, 10)).hasSizeLessThanOrEqualTo(10);
    }

    @Test
    void wordsBeyondTheLimitAreNotRead() {
        var padding = "zzzz ".repeat(QueryBounds.MOST_CHARACTERS / 5 + 1);
        assertThat(INDEX.search(padding + "invoice", 10)).isEmpty();
        assertThat(INDEX.search("invoice " + padding, 10)).isNotEmpty();
    }

    @Test
    void limitDoesNotSplitACharacter() {
        var query = "x".repeat(QueryBounds.MOST_CHARACTERS - 1) + "🚀";
        assertThat(QueryBounds.shortened(query)).hasSize(QueryBounds.MOST_CHARACTERS - 1);
        assertThat(QueryBounds.shortened("🚀")).isEqualTo("🚀");
    }

    @Test
    void onlyTheRarestOfManyWordsAreSearched() {
        var everything = GeneratedCatalog.of(60, 3).stream()
                .map(tool -> tool.name().replaceAll("by.*", ""))
                .collect(Collectors.joining(" "));
        var words = new QueryReader(INDEX.vocabulary(), INDEX.rarity(), INDEX.weights(), INDEX.language())
                .read(everything)
                .found();
        assertThat(words).hasSize(QueryBounds.MOST_WORDS);
        assertThat(words.stream().map(QueryTerm::position)).isSorted();
    }
}
