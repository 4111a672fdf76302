package dev.hyperterse.houserules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.statement.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rules of the compiler ask a dialect for its parts; a rule that asks which dialect it is forgets the next one. */
class DialectTest {
    private static final String COMPILER = "compiler/src/main/java/dev/hyperterse/compiler/";
    private static final String STATEMENTS = "statement/src/main/java/dev/hyperterse/statement/";

    /**
     * The dialects, what maps the catalog's constants to them and to their catalogs, and what maps engines to the constants.
     */
    private static final Set<String> ALLOWED = Set.of(
            COMPILER + "builtin/CatalogViews.java",
            COMPILER + "leaf/link/StatementLanguage.java",
            COMPILER + "server/adapter/MaskingCompiler.java",
            STATEMENTS + "lineage/Names.java",
            STATEMENTS + "lineage/PureFunctions.java",
            STATEMENTS + "sql/dialect/MysqlDialect.java",
            STATEMENTS + "sql/dialect/PostgresDialect.java",
            STATEMENTS + "sql/dialect/SqlDialects.java",
            STATEMENTS + "sql/dialect/SqliteDialect.java");

    private static final Pattern QUESTION = Pattern.compile("\\b(?:Dialect\\.|case )(?:%s)\\b"
            .formatted(Arrays.stream(Dialect.values()).map(Enum::name).collect(Collectors.joining("|"))));

    @Test
    void onlyTheDialectsSayWhichTheyAre() throws IOException {
        var asking = new TreeSet<String>();
        for (var file : SourceTree.javaFiles()) {
            var name = SourceTree.display(file);
            if ((name.startsWith(COMPILER) || name.startsWith(STATEMENTS)) && asks(Files.readString(file))) {
                asking.add(name);
            }
        }
        assertThat(asking).isSubsetOf(ALLOWED).contains(STATEMENTS + "sql/dialect/SqlDialects.java");
    }

    @Test
    void questionWouldBeFound() {
        assertThat(asks("if (dialect == Dialect.POSTGRES)")).isTrue();
        assertThat(asks("case SQLITE -> index + 1;")).isTrue();
        assertThat(asks("import static dev.hyperterse.catalog.statement.Dialect.MYSQL;"))
                .isTrue();
        assertThat(asks("SqlDialects.of(source.dialect()).lexis()")).isFalse();
    }

    private static boolean asks(String source) {
        return QUESTION.matcher(source).find();
    }
}
