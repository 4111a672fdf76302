package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.statement.sql.StatementCompilation.Rejected;
import dev.hyperterse.statement.sql.StatementCompiler;
import dev.hyperterse.statement.sql.StatementSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the page says not to write breaks the rule beside it. */
class StatementsPageTest {
    private static final Pattern ROW = Pattern.compile("^\\| `([a-z-]+)`(?:, `[a-z-]+`)* \\|");
    private static final Pattern CELLS = Pattern.compile("(?<!\\\\)\\|");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern NAME = Pattern.compile("inputs\\.(\\w+)");

    /** Where the fragments of the page belong. */
    private static final List<String> SURROUNDINGS = List.of(
            "%s",
            "SELECT %s",
            "SELECT 1 %s",
            "SELECT 1 FROM item %s",
            "SELECT 1 FROM item WHERE %s",
            "SELECT 1 FROM item WHERE name = %s",
            "SELECT 1 FROM item WHERE name %s");

    /** Their examples are of an enum, or of a name that is not declared. */
    private static final Set<String> SHOWN_OTHERWISE =
            Set.of("unknown-input", "choice-not-a-name", "choice-not-a-keyword", "choice-may-be-absent");

    /** One example to be avoided. */
    record Example(String rule, String text) {
        @Override
        public String toString() {
            return rule + ": " + text;
        }
    }

    /** Behind the statements the page has the rules of requests, without examples. */
    static Stream<Example> examplesNotToFollow() throws IOException {
        return Files.readAllLines(Path.of("../docs/reference/rules-of-statements.md")).stream()
                .takeWhile(line -> !line.equals("## Rules of requests"))
                .filter(line -> ROW.matcher(line).find())
                .flatMap(StatementsPageTest::examples)
                .filter(example -> !SHOWN_OTHERWISE.contains(example.rule()));
    }

    private static Stream<Example> examples(String row) {
        var rule = ROW.matcher(row).results().findFirst().orElseThrow().group(1);
        var cells = Arrays.stream(CELLS.split(row))
                .map(cell -> cell.replace("\\|", "|").replace("` line break `", "\n"))
                .toList();
        return CODE.matcher(cells.get(3))
                .results()
                .map(MatchResult::group)
                .map(code -> new Example(rule, code.substring(1, code.length() - 1)));
    }

    @ParameterizedTest
    @MethodSource("examplesNotToFollow")
    void itIsRefusedByThatRule(Example example) {
        var broken = SURROUNDINGS.stream()
                .map(surrounding -> surrounding.formatted(example.text().replace("...", "1")))
                .flatMap(text -> Arrays.stream(Dialect.values()).flatMap(dialect -> rules(text, dialect)))
                .collect(Collectors.toSet());
        assertThat(broken).contains(example.rule());
    }

    private static Stream<String> rules(String text, Dialect dialect) {
        var inputs = NAME.matcher(text)
                .results()
                .map(found -> input(found.group(1)))
                .distinct()
                .toList();
        var source = new StatementSource(text, dialect, Adapter.Access.ReadOnly, inputs, Set.of());
        return new StatementCompiler().compile(source) instanceof Rejected(var findings)
                ? findings.stream().map(finding -> finding.rule().identifier())
                : Stream.of();
    }

    /** What the page means by these names. */
    private static Input input(String name) {
        var type =
                switch (name) {
                    case "ids" -> InputType.ARRAY;
                    case "object" -> InputType.OBJECT;
                    default -> InputType.STRING;
                };
        return type == InputType.ARRAY ? Input.listOf(name, InputType.INT, true) : Input.of(name, type, true);
    }
}
