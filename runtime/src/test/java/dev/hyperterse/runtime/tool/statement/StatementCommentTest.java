package dev.hyperterse.runtime.tool.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.SpanIdentity;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementCommentTest {
    private static final String COMMENT = "/*action='list-orders',application='shop%2Forders'*/";
    private static final StatementComment COMMENTS = StatementComment.of("shop/orders", "list-orders");
    private static final SpanIdentity SPAN =
            new SpanIdentity("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", true);
    private static final String SAFE = "/\\*action='[A-Za-z0-9._~%-]*',application='[A-Za-z0-9._~%-]*'\\*/";
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
    void commentFollowsTheStatementOnItsOwnLine() {
        var statement = new SqlStatement(
                Dialect.POSTGRES, List.of(new Segment.Text("SELECT 1 -- one")), List.of(new Segment.Text("SET x")));

        assertThat(COMMENTS.in(new Action.RunSql("db", statement, "shown")))
                .isEqualTo(new Action.RunSql(
                        "db",
                        new SqlStatement(
                                Dialect.POSTGRES,
                                List.of(new Segment.Text("SELECT 1 -- one"), new Segment.Text("\n" + COMMENT)),
                                List.of(new Segment.Text("SET x"))),
                        "shown"));
    }

    @Test
    void commentPrecedesPastedValues() {
        var pasted = new Segment.Pasted(new Reference.Input("where"));
        var statement = new SqlStatement(Dialect.SQLITE, List.of(new Segment.Text("SELECT 1 "), pasted));

        assertThat(COMMENTS.in(new Action.RunSql("db", statement, "")))
                .isEqualTo(new Action.RunSql(
                        "db",
                        new SqlStatement(
                                Dialect.SQLITE,
                                List.of(new Segment.Text(COMMENT + "\n"), new Segment.Text("SELECT 1 "), pasted)),
                        ""));
    }

    @Test
    void statementWrittenByACallerIsUnchanged() {
        var written = new Action.RunAdHocSql("db", Dialect.POSTGRES, Action.RunAdHocSql.Mode.EXECUTE, "sql");

        assertThat(COMMENTS.in(written)).isSameAs(written);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void noNameEndsTheCommentOrAQuoteAndEachCanBeReadBack(int seed) {
        var random = new Random(seed);
        for (var round = 0; round < 5_000; round++) {
            var name = random.ints(random.nextInt(8), 0, HOSTILE.size())
                    .mapToObj(HOSTILE::get)
                    .collect(Collectors.joining());

            var comment = StatementComment.of(name, name).text();

            assertThat(comment).matches(SAFE);
            var value = comment.substring(comment.indexOf('\'') + 1, comment.indexOf("',application"));
            assertThat(URLDecoder.decode(value, StandardCharsets.UTF_8)).isEqualTo(name);
        }
    }

    @Test
    void commentOfATracedCallNamesTraceAndPrincipal() {
        assertThat(COMMENTS.in(SPAN, Optional.of("5f0c")))
                .isEqualTo("/*action='list-orders',application='shop%2Forders',principal='5f0c',"
                        + "traceparent='00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'*/");
        assertThat(COMMENTS.in(SPAN, Optional.empty()))
                .isEqualTo("/*action='list-orders',application='shop%2Forders',"
                        + "traceparent='00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'*/");
    }

    /** Spans and hashes are hexadecimal digits; were they not, it would be the same. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void noSpanAndNoCallerEndsTheCommentOrAQuote(int seed) {
        var random = new Random(seed);
        for (var round = 0; round < 5_000; round++) {
            var hostile = random.ints(random.nextInt(8), 0, HOSTILE.size())
                    .mapToObj(HOSTILE::get)
                    .collect(Collectors.joining());

            var comment = StatementComment.of(hostile, hostile)
                    .in(new SpanIdentity(hostile, hostile, true), Optional.of(hostile));

            assertThat(comment)
                    .matches("/\\*action='V',application='V',principal='V',traceparent='00-V-V-01'\\*/"
                            .replace("V", "[A-Za-z0-9._~%-]*"));
        }
    }
}
