package dev.hyperterse.compiler.leaf.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What frontmatter may have beside a name and a description; what is wrong with these is a golden case. */
class FrontmatterTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "more: 9223372036854775807  |",
                "more: 9223372036854775808  | frontmatter-numbers",
                "more: [-9223372036854775809] | frontmatter-numbers",
                "more: {a: 1e400}           | frontmatter-numbers",
                "more: .inf                 | frontmatter-numbers",
                "more: .nan                 | frontmatter-numbers",
                "more: '.nan'               |",
                "more: 1.5                  |",
                "1: a                       | frontmatter-keys-are-texts",
                "more: {true: a}            | frontmatter-keys-are-texts",
                "more: [{null: a}]          | frontmatter-keys-are-texts",
                "more: {[a]: b}             | frontmatter-is-yaml",
                "'1': a                     |",
                "more: &it text             |",
                "more: [&it text, *it]      | frontmatter-without-aliases",
                "more: &it [*it]            | frontmatter-without-aliases",
                "more: '*it'                |",
                "name: twice                | frontmatter-is-yaml",
                "more: !custom text         | frontmatter-is-yaml",
            })
    void everyReaderCanReadWhatIsTaken(String line, String rule) {
        assertRule(read(line), rule);
    }

    @Test
    void numbersOfAnyLengthAreRefused() {
        assertRule(read("more: " + "1".repeat(1_500)), "frontmatter-numbers");
        assertRule(read("more: " + "1".repeat(1_500) + ".5"), "frontmatter-numbers");
    }

    @Test
    void thirtyTwoLevelsAreTaken() {
        assertRule(read("more: " + nested(31)), null);
        assertRule(read("more: " + nested(32)), "frontmatter-depth");
        assertRule(read("more: " + nested(8_000)), "frontmatter-depth");
    }

    @Test
    void whatIsTooLargeIsRefusedAsYamlAndAsJson() {
        assertRule(read("more: " + "a".repeat(15 << 10)), null);
        assertRule(read("more: " + "a".repeat(16 << 10)), "frontmatter-size");
        assertRule(read("more: " + "\u00e9".repeat(9 << 10)), "frontmatter-size");
        assertRule(read("more: '" + "\"".repeat(9 << 10) + "'"), "frontmatter-size");
    }

    /** SnakeYAML Engine reads 1,024 characters at a time by default, which can part a surrogate pair. */
    @Test
    void aPairOfSurrogatesMayLieAnywhere() {
        IntStream.range(900, 1_100)
                .forEach(length -> assertRule(read("more: " + "a".repeat(length) + "\ud83d\ude00"), null));
    }

    private static String nested(int levels) {
        return "[".repeat(levels) + "]".repeat(levels);
    }

    private static Checked<JsonNode> read(String line) {
        return Frontmatter.read("---\nname: a\ndescription: b\n%s\n---\n".formatted(line), "spec", "a");
    }

    /** @param rule null where nothing is wrong */
    private static void assertRule(Checked<JsonNode> read, String rule) {
        if (rule == null) {
            assertThat(read.problems()).isEmpty();
        } else {
            assertThat(read.problems())
                    .singleElement()
                    .extracting(Problem::rule)
                    .isEqualTo(rule);
        }
    }
}
