package dev.hyperterse.cli.init.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What of the names of keys is a word, and what is data. */
class KeyPatternsTest {
    @Test
    void wordsThatSeveralKeysShareAreThePattern() {
        assertThat(globs(Stream.of(
                        "user:1:name", "user:1:mail", "user:2:name", "user:2:mail", "cart:7", "cart:8", "sales")))
                .containsExactly("cart:*", "user:*:mail", "user:*:name", "sales");
    }

    @Test
    void whatOneKeyHasIsAValue() {
        assertThat(globs(Stream.of("session:ada", "session:grace"))).containsExactly("session:*");
        assertThat(globs(Stream.of("user:ada:name", "user:grace:mail"))).containsExactly("user:*:*");
        assertThat(globs(Stream.of("user:{7}:a", "user:{8}:a"))).containsExactly("user:*:a");
    }

    @Test
    void manyWordsInOnePlaceAreValues() {
        var keys = IntStream.range(0, 40).mapToObj(index -> "user:" + letters(index % 20) + ":x" + index / 20);
        assertThat(globs(keys)).containsExactly("user:*:*");
    }

    @Test
    void firstWordsOfOneKeyAndManyWordsByThemselvesAreNoPatterns() {
        assertThat(globs(Stream.of("ada:profile"))).isEmpty();
        assertThat(globs(IntStream.range(0, 30).mapToObj(KeyPatternsTest::letters)))
                .isEmpty();
        assertThat(globs(IntStream.range(0, 200).mapToObj(index -> letters(index / 2) + ":" + index)))
                .isEmpty();
    }

    @Test
    void keysWithoutAWordInFrontAreCounted() {
        assertThat(KeyPatterns.of(List.of("", ":", "4711:x", "a b:1", "a*:1", "a:b:c:d:e:f:g", "\u0000"))
                        .others())
                .isEqualTo(7);
    }

    private static String letters(int index) {
        return "w" + (char) ('a' + index / 10) + (char) ('a' + index % 10);
    }

    private static List<String> globs(Stream<String> keys) {
        return KeyPatterns.of(keys.toList()).patterns().stream()
                .map(KeyPattern::glob)
                .toList();
    }
}
