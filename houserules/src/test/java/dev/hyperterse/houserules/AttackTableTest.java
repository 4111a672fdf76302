package dev.hyperterse.houserules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of attacks names a test for each attack, and the tests exist. */
class AttackTableTest {
    private static final Path GOLDEN = SourceTree.ROOT.resolve("compiler/src/test/resources/golden");
    private static final Pattern ROW = Pattern.compile("(?m)^\\|([^|]+)\\|([^|]+)\\|([^|]+)\\|$");
    private static final Pattern TEST = Pattern.compile("`(\\w+)\\.(\\w+)`");
    private static final Pattern GOLDEN_CASE = Pattern.compile("`golden ([\\w-]+)`");

    @Test
    void eachTestThatTheTableOfAttacksNamesExists() throws IOException {
        var rows = rows(Files.readString(SourceTree.ROOT.resolve("docs/reference/attacks.md")));

        assertThat(rows).hasSizeGreaterThan(40);
        assertThat(rows.stream().flatMap(row -> missing(row).stream())).isEmpty();
    }

    @Test
    void aRowWithoutATestOrWithOneThatIsNotThereWouldBeFound() throws IOException {
        var page = """
                ## Attacks

                | attack | what happens | tests |
                |---|---|---|
                | a | b | c |
                | a | b | `AttackTableTest.noSuchMethod`, `NoSuchTest.it`, `golden no-such-case` |
                | a | b | `AttackTableTest.eachTestThatTheTableOfAttacksNamesExists` |

                ## Next
                """;

        assertThat(rows(page).stream().flatMap(row -> missing(row).stream()))
                .containsExactly("no test: a", "AttackTableTest.noSuchMethod", "NoSuchTest.it", "golden no-such-case");
    }

    private record Row(String attack, String tests) {}

    private static List<Row> rows(String page) {
        return ROW.matcher(page)
                .results()
                .map(row -> new Row(row.group(1).strip(), row.group(3).strip()))
                .filter(row -> !row.tests().equals("tests") && !row.tests().startsWith("---"))
                .toList();
    }

    private static List<String> missing(Row row) {
        var missing = new ArrayList<String>();
        TEST.matcher(row.tests())
                .results()
                .filter(test -> !Tests.BY_CLASS.getOrDefault(test.group(1), "").contains("void " + test.group(2) + "("))
                .forEach(test -> missing.add(test.group(1) + "." + test.group(2)));
        GOLDEN_CASE
                .matcher(row.tests())
                .results()
                .filter(test -> !Files.isDirectory(GOLDEN.resolve(test.group(1))))
                .forEach(test -> missing.add("golden " + test.group(1)));
        if (!TEST.matcher(row.tests()).find()
                && !GOLDEN_CASE.matcher(row.tests()).find()) {
            missing.add("no test: " + row.attack());
        }
        return missing;
    }

    /** What is written in the tests of all modules. */
    private static final class Tests {
        private static final Map<String, String> BY_CLASS = read();

        private static Map<String, String> read() {
            try (var files = Files.walk(SourceTree.ROOT, 14)) {
                return files.filter(file -> file.toString().contains("/src/test/java/"))
                        .filter(file -> file.toString().endsWith(".java"))
                        .collect(Collectors.toMap(
                                file -> file.getFileName().toString().replace(".java", ""),
                                Tests::text,
                                String::concat));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }

        private static String text(Path file) {
            try {
                return Files.readString(file);
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
    }
}
