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

    /** A name has as many keys as its owner has things. */
    @Test
    void aNameWithKeysOfItsOwnIsAValue() {
        assertThat(globs(Stream.of("user:ada:cart", "user:ada:mail", "user:grace:cart", "user:grace:mail")))
                .containsExactly("user:*:cart", "user:*:mail");
        assertThat(globs(Stream.of("session:ada:1", "session:ada:2", "session:grace:1", "session:grace:2")))
                .containsExactly("session:*:*");
        assertThat(globs(IntStream.range(0, 40)
                        .mapToObj(index -> "user:%s:cart:%d".formatted(index % 2 == 0 ? "ada" : "grace", index))))
                .containsExactly("user:*:cart:*");
        assertThat(globs(Stream.of("log:1:ada", "log:2:grace", "log:3:ada:x", "log:3:ada:y")))
                .containsExactly("log:*:*", "log:*:*:*");
    }

    @Test
    void aWordInFrontOfManyValuesIsPartOfThePattern() {
        assertThat(globs(IntStream.range(0, 40)
                        .mapToObj(index -> "app:%s:%d:name".formatted(index % 2 == 0 ? "user" : "product", index))))
                .containsExactly("app:product:*:name", "app:user:*:name");
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
