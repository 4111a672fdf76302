package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.statement.binding.BindingRule;
import dev.hyperterse.statement.binding.RuleIdentifier;
import dev.hyperterse.statement.sql.StatementCompilation;
import dev.hyperterse.statement.sql.StatementCompilation.Compiled;
import dev.hyperterse.statement.sql.StatementCompilation.Rejected;
import dev.hyperterse.statement.sql.StatementCompiler;
import dev.hyperterse.statement.sql.StatementSource;
import dev.hyperterse.statement.sql.token.StatementRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementCompilerTest {
    private final StatementCompiler compiler = new StatementCompiler();

    @ParameterizedTest
    @MethodSource("dev.hyperterse.compiler.statement.StatementCase#accepted")
    void allowedStatementIsSentAsTheRuleSays(StatementCase example) {
        var compilation = compiler.compile(ExampleInputs.source(example.dialect(), example.text()));
        assertThat(display(compilation, example.text())).isEqualTo(example.expected());
    }

    @ParameterizedTest
    @MethodSource("dev.hyperterse.compiler.statement.StatementCase#rejected")
    void disallowedStatementIsRefusedAtItsPosition(StatementCase example) {
        var compilation = compiler.compile(ExampleInputs.source(example.dialect(), example.text()));
        assertThat(display(compilation, example.text())).isEqualTo(example.expected());
    }

    private static String display(StatementCompilation compilation, String text) {
        return switch (compilation) {
            case Compiled compiled -> Rendering.of(compiled.statement());
            case Rejected rejected ->
                problems(rejected, text).stream()
                        .map(problem ->
                                problem.rule() + " " + problem.position().orElseThrow())
                        .collect(Collectors.joining("\n"));
        };
    }

    @ParameterizedTest
    @EnumSource
    void everyProblemSaysWhatToDo(Dialect dialect) {
        StatementCase.rejected()
                .filter(example -> example.dialect() == dialect)
                .flatMap(example -> problems(dialect, example.text()).stream())
                .forEach(problem -> {
                    assertThat(problem.path()).isEqualTo("spec.statement.text");
                    assertThat(problem.message()).isNotBlank();
                    assertThat(problem.remedy()).isNotBlank();
                });
    }

    private static Stream<RuleIdentifier> rules() {
        return Stream.concat(Arrays.stream(BindingRule.values()), Arrays.stream(StatementRule.values()));
    }

    @Test
    void everyRuleHasAnExample() {
        var broken = StatementCase.rejected()
                .flatMap(example -> Arrays.stream(example.expected().split("\n")))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .collect(Collectors.toSet());
        assertThat(rules().map(RuleIdentifier::identifier))
                .filteredOn(rule -> !broken.contains(rule))
                .as("the others have tests of their own")
                .containsExactlyInAnyOrder(
                        "text-too-large", "control-character", "write-on-read-only", "no-placeholder");
    }

    @Test
    void everyRuleIsDocumented() throws IOException {
        var page = Files.readString(documentation());
        assertThat(rules().map(RuleIdentifier::identifier))
                .filteredOn(rule -> !page.contains("`" + rule + "`"))
                .isEmpty();
    }

    private static Path documentation() {
        var directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("docs/reference/rules-of-statements.md"))) {
            directory = Objects.requireNonNull(
                    directory.getParent(), "docs/reference/rules-of-statements.md is not above the module");
        }
        return directory.resolve("docs/reference/rules-of-statements.md");
    }

    @ParameterizedTest
    @CsvSource({
        "POSTGRES, INSERT INTO item (id) VALUES (1)",
        "POSTGRES, UPDATE item SET id = 1",
        "POSTGRES, DELETE FROM item",
        "POSTGRES, MERGE INTO item USING item AS other ON false WHEN MATCHED THEN DELETE",
        "POSTGRES, CALL something()",
        "POSTGRES, SELECT pg_terminate_backend(id) FROM item",
        "POSTGRES, TRUNCATE item",
        "POSTGRES, CREATE TABLE other (id int)",
        "POSTGRES, EXPLAIN ANALYZE DELETE FROM item",
        "SQLITE, REPLACE INTO item (id) VALUES (1)",
        "SQLITE, DROP TABLE item",
        "MYSQL, REPLACE INTO item (id) VALUES (1)",
        "MYSQL, ANALYZE TABLE item",
        "MYSQL, GRANT SELECT ON item TO other",
        "MYSQL, EXPLAIN ANALYZE FORMAT=TREE DELETE FROM item",
        "MYSQL, SELECT id FROM item FOR UPDATE",
        "MYSQL, SELECT id FROM item FOR SHARE SKIP LOCKED",
        "MYSQL, SELECT id FROM item LOCK IN SHARE MODE",
        "MYSQL, SELECT id FROM item {{ inputs.lock | keyword }}",
        "MYSQL, SELECT group_replication_set_as_primary('a')",
    })
    void aWriteNeedsAnAdapterThatWrites(Dialect dialect, String text) {
        assertThat(rules(compiler.compile(ExampleInputs.readOnly(dialect, text))))
                .containsExactly("write-on-read-only");
        assertThat(compiler.compile(ExampleInputs.source(dialect, text))).isInstanceOf(Compiled.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER USER MAPPING FOR app SERVER other OPTIONS (SET password 'x')",
                "ALTER DATABASE shop SET TABLESPACE fast",
                "ALTER ROLE app RENAME TO other",
            })
    void definitionThatChangesNoSettingsIsLeftToTheEngine(String text) {
        assertThat(compiler.compile(ExampleInputs.source(Dialect.POSTGRES, text)))
                .isInstanceOf(Compiled.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                "VALUES (1)",
                "WITH moved AS (DELETE FROM item RETURNING id) SELECT id FROM moved",
                "EXPLAIN SELECT 1",
                "TABLE item",
                "SHOW TimeZone",
            })
    void readingFunctionIsLeftToTheEngine(String text) {
        assertThat(compiler.compile(ExampleInputs.readOnly(Dialect.POSTGRES, text)))
                .isInstanceOf(Compiled.class);
    }

    @ParameterizedTest
    @EnumSource
    void aTextOfMoreThan64KibIsRefusedByItsBytes(Dialect dialect) {
        var fits = "SELECT '" + "ä".repeat((64 * 1024 - 9) / 2) + "'";
        assertThat(problems(dialect, fits)).isEmpty();
        assertThat(problems(dialect, fits + "--"))
                .extracting(Problem::rule)
                .containsExactly(BindingRule.TEXT_TOO_LARGE.identifier());
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT '\0'", "SELECT 1 -- \0", "\uFEFFSELECT 1", "SELECT '\uD83D'", "SELECT '\uDE00'"})
    void charactersThatEnginesReadDifferentlyAreRefusedEvenInQuotes(String text) {
        for (var dialect : Dialect.values()) {
            assertThat(problems(dialect, text))
                    .extracting(Problem::rule)
                    .containsExactly(BindingRule.CONTROL_CHARACTER.identifier());
        }
    }

    @Test
    void otherCharactersOfAllPlanesPassInQuotes() {
        assertThat(problems(Dialect.POSTGRES, "SELECT 'é \uD83D\uDE00 \u0001', naïve"))
                .isEmpty();
    }

    @Test
    void aCarriageReturnEndsACommentInPostgresAndDoesNotInSqlite() {
        var text = "SELECT 1 -- \r + {{ inputs.i }}";
        assertThat(problems(Dialect.POSTGRES, text)).isEmpty();
        assertThat(problems(Dialect.SQLITE, text)).extracting(Problem::rule).containsExactly("placeholder-in-comment");
    }

    // Java would turn a long s into an S, and a dotless i into an I; engines do not.
    @Test
    void keywordsAreAsciiOnly() {
        assertThat(problems(Dialect.POSTGRES, "\u017FELECT 1"))
                .extracting(Problem::rule)
                .containsExactly("statement-kind");
    }

    @Test
    void anEnvNameThatIsNotGrantedMayBeGrantedLater() {
        assertThat(problems(Dialect.SQLITE, "SELECT {{ env.SECRET }}"))
                .extracting(Problem::reason)
                .containsExactly(Reason.EnvNotFound);
        assertThat(problems(Dialect.SQLITE, "SELECT {{ env }}"))
                .extracting(Problem::reason)
                .containsExactly(Reason.InvalidStatement);
    }

    @Test
    void namesOfAChoiceAreQuotedSoThatTheyStayNames() {
        var names = List.of("a\"b", "select", "a b", "o'neil;--", "x`y]", "{{", "ключ", "?");
        for (var dialect : Dialect.values()) {
            var quote = dialect == Dialect.POSTGRES ? "\"" : "`";
            for (var name : names) {
                assertThat(rendered(dialect, name)).isEqualTo(quote + name.replace(quote, quote + quote) + quote);
            }
        }
    }

    private String rendered(Dialect dialect, String name) {
        var input = ExampleInputs.choice("x", InputType.STRING, false, ExampleInputs.text(name));
        var source = new StatementSource(
                "SELECT {{ inputs.x | identifier }}", dialect, Adapter.Access.ReadOnly, List.of(input), Set.of());
        var segments = ((Compiled) compiler.compile(source)).statement().segments();
        return ((Segment.Choice) segments.getLast()).renderings().get(name);
    }

    @Test
    void aHostileTextReportsAFewProblems() {
        assertThat(problems(Dialect.POSTGRES, "SELECT " + "{{ ".repeat(10_000))).hasSize(20);
    }

    private List<Problem> problems(Dialect dialect, String text) {
        return switch (compiler.compile(ExampleInputs.source(dialect, text))) {
            case Compiled _ -> List.of();
            case Rejected rejected -> problems(rejected, text);
        };
    }

    private static List<String> rules(StatementCompilation compilation) {
        return switch (compilation) {
            case Compiled _ -> List.of();
            case Rejected rejected ->
                rejected.findings().stream()
                        .map(finding -> finding.rule().identifier())
                        .toList();
        };
    }

    private static List<Problem> problems(Rejected rejected, String text) {
        return StatementProblems.of(rejected.findings(), "spec.statement.text", text);
    }
}
