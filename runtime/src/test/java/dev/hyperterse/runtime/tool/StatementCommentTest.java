package dev.hyperterse.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementCommentTest {
    private static final String COMMENT = "/*action='list-orders',application='shop%2Forders'*/";
    private static final String SAFE = "/\\*action='[A-Za-z0-9._%-]*',application='[A-Za-z0-9._%-]*'\\*/";
    private static final List<String> HOSTILE = List.of(
            "*/",
            "/*",
            "*",
            "/",
            "'",
            "\"",
            "\\",
            "`",
            "--",
            "#",
            ";",
            "?",
            "$1",
            "{",
            "}",
            ":x",
            "%",
            "\n",
            "\r",
            "\0",
            "!",
            "+",
            "\u2215",
            "é",
            "\ud83d\ude00",
            "a");

    @Test
    void itIsBehindTheStatementOnALineOfItsOwn() {
        var statement = new SqlStatement(
                Dialect.POSTGRES, List.of(new Segment.Text("SELECT 1 -- one")), List.of(new Segment.Text("SET x")));

        assertThat(StatementComment.in(new Action.RunSql("db", statement, "shown"), "shop/orders", "list-orders"))
                .isEqualTo(new Action.RunSql(
                        "db",
                        new SqlStatement(
                                Dialect.POSTGRES,
                                List.of(new Segment.Text("SELECT 1 -- one"), new Segment.Text("\n" + COMMENT)),
                                List.of(new Segment.Text("SET x"))),
                        "shown"));
    }

    @Test
    void aValueThatBecomesTextOfTheStatementCannotReachIt() {
        var pasted = new Segment.Pasted(new Reference.Input("where"));
        var statement = new SqlStatement(Dialect.SQLITE, List.of(new Segment.Text("SELECT 1 "), pasted));

        assertThat(StatementComment.in(new Action.RunSql("db", statement, ""), "shop/orders", "list-orders"))
                .isEqualTo(new Action.RunSql(
                        "db",
                        new SqlStatement(
                                Dialect.SQLITE,
                                List.of(new Segment.Text(COMMENT + "\n"), new Segment.Text("SELECT 1 "), pasted)),
                        ""));
    }

    @Test
    void whatACallerHasWrittenIsLeftAsItIs() {
        var written = new Action.RunAdHocSql("db", Dialect.POSTGRES, Action.RunAdHocSql.Mode.EXECUTE, "sql");

        assertThat(StatementComment.in(written, "shop/orders", "query")).isSameAs(written);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void noNameEndsTheCommentOrAQuoteAndEachCanBeReadBack(int seed) {
        var random = new Random(seed);
        for (var round = 0; round < 5_000; round++) {
            var name = random.ints(random.nextInt(8), 0, HOSTILE.size())
                    .mapToObj(HOSTILE::get)
                    .collect(Collectors.joining());

            var comment = StatementComment.of(name, name);

            assertThat(comment).matches(SAFE);
            var value = comment.substring(comment.indexOf('\'') + 1, comment.indexOf("',application"));
            assertThat(URLDecoder.decode(value, StandardCharsets.UTF_8)).isEqualTo(name);
        }
    }
}
