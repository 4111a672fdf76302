package dev.hyperterse.statement.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.statement.lineage.DatabaseSchema.Column;
import dev.hyperterse.statement.lineage.DatabaseSchema.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The statements of {@code statements.txt}, each in every dialect that it is written for. */
class LineageTest {
    private static final Set<String> LABELLED_NAMES = Set.of("email", "phone", "salary");

    private record Example(Dialect dialect, String expected, String sql) {}

    @Test
    void everyColumnHasTheLabelsOfItsSources() {
        var wrong = examples()
                .filter(it -> !found(it).equals(it.expected()))
                .map(it -> "%s %s%n  expected %s%n  found    %s%n  %s"
                        .formatted(it.dialect(), it.sql(), it.expected(), found(it), resolve(it)))
                .toList();

        assertThat(wrong).as(String.join("%n".formatted(), wrong)).isEmpty();
        assertThat(examples().map(Example::sql).distinct()).hasSizeGreaterThanOrEqualTo(300);
    }

    @Test
    void hostileStatementsAreRefusedOrMasked() {
        var shown = lines("hostile.txt")
                .flatMap(line -> examples(line.replaceFirst(" \\| ", " | ? | ")))
                .filter(it -> resolve(it) instanceof Lineage.Resolved(var columns)
                        && columns.stream()
                                .allMatch(column -> column.source().labels().isEmpty()))
                .map(it -> "%s %s".formatted(it.dialect(), it.sql()))
                .toList();

        assertThat(shown).as(String.join("%n".formatted(), shown)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void starsOverStarsAreBounded(Dialect dialect) {
        var text = new StringBuilder("WITH w0 AS (SELECT 1 AS a, 2 AS b)");
        for (var index = 1; index < 40; index++) {
            text.append(", w%d AS (SELECT *, *, * FROM w%d)".formatted(index, index - 1));
        }
        text.append(" SELECT * FROM w39");

        assertThat(resolve(new Example(dialect, "", text.toString())))
                .isEqualTo(new Lineage.Unresolved("more than 1000 columns"));
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void nestingIsBounded(Dialect dialect) {
        var brackets = "(".repeat(900) + "email" + ")".repeat(900);
        var queries = "(SELECT ".repeat(300) + "email" + ")".repeat(300);
        var cases = "CASE WHEN id = 1 THEN ".repeat(200) + "email" + " END".repeat(200);

        assertThat(found(new Example(dialect, "", "SELECT %s AS a FROM customers".formatted(brackets))))
                .isEqualTo("pii~");
        assertThat(found(new Example(dialect, "", "SELECT %s AS a FROM customers".formatted(queries))))
                .isEqualTo("refused");
        assertThat(found(new Example(dialect, "", "SELECT %s AS a FROM customers".formatted(cases))))
                .isEqualTo("pii~");
        assertThat(resolve(
                        new Example(dialect, "", "SELECT %s FROM customers".formatted("email, ".repeat(2_000) + "id"))))
                .isEqualTo(new Lineage.Unresolved("a statement of more than 2000 words"));
    }

    @Test
    void namesOfColumnsFindFewerThanSixtyPercent() {
        var labelled = new ArrayList<ResultColumn>();
        examples().forEach(it -> {
            if (resolve(it) instanceof Lineage.Resolved(var columns)) {
                columns.stream()
                        .filter(column -> !column.source().labels().isEmpty())
                        .forEach(labelled::add);
            }
        });

        var byName = labelled.stream()
                .filter(column -> column.name()
                        .map(it -> it.toLowerCase(Locale.ROOT))
                        .filter(LABELLED_NAMES::contains)
                        .isPresent())
                .count();

        assertThat(labelled).hasSizeGreaterThan(300);
        assertThat(100.0 * byName / labelled.size()).isLessThan(60.0);
    }

    private static String found(Example example) {
        return switch (resolve(example)) {
            case Lineage.Unresolved _ -> "refused";
            case Lineage.Resolved(var columns) ->
                columns.stream()
                        .map(column -> column.source())
                        .map(LineageTest::shown)
                        .collect(Collectors.joining(" "));
        };
    }

    private static String shown(Source source) {
        return source.labels().isEmpty()
                ? "."
                : String.join("+", new TreeSet<>(source.labels())) + (source.derived() ? "~" : "");
    }

    private static Lineage resolve(Example example) {
        return new LineageResolver(schema(example.dialect())).resolve(example.sql());
    }

    private static Stream<Example> examples() {
        return lines("statements.txt").flatMap(LineageTest::examples);
    }

    private static Stream<String> lines(String file) {
        try (var in = LineageTest.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines().filter(line -> !line.startsWith("#")).toList().stream();
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private static Stream<Example> examples(String line) {
        var parts = line.split(" \\| ", 3);
        return Arrays.stream(Dialect.values())
                .filter(dialect -> parts[0].equals("*")
                        || parts[0].indexOf(Character.toLowerCase(dialect.name().charAt(0))) >= 0)
                .map(dialect -> new Example(
                        dialect, parts[1].strip(), parts[2].replace("\\n", "\n").replace("\\u00e9", "\u00e9")));
    }

    static DatabaseSchema schema(Dialect dialect) {
        var usual =
                switch (dialect) {
                    case POSTGRES -> "public";
                    case MYSQL -> "shop";
                    case SQLITE -> "main";
                };
        var tables = new ArrayList<Table>(List.of(
                table(usual, "customers", "id", "name", "email:pii", "phone:phone", "city", "created"),
                table(usual, "staff", "id", "name", "salary:pay", "manager", "email:pii"),
                table(usual, "orders", "id", "customer", "total", "note"),
                table(usual, "folded", "lower"),
                table(usual, "ambiguous", "a"),
                table("one", "ambiguous", "a", "b:hidden"),
                table(usual, "shadowed", "id", "note"),
                new Table("one", "shadowed", List.of())));
        return new DatabaseSchema(dialect, dialect == Dialect.POSTGRES ? Optional.empty() : Optional.of(usual), tables);
    }

    private static Table table(String schema, String name, String... columns) {
        return new Table(schema, name, columns(columns));
    }

    private static List<Column> columns(String... written) {
        return Arrays.stream(written)
                .map(it -> it.split(":"))
                .map(it -> new Column(it[0], it.length > 1 ? Set.of(it[1]) : Set.of()))
                .toList();
    }
}
