package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hyperterse dev examples/explore}: what an agent finds out about a database that it does not know. */
class ExploreExampleIT {
    @Test
    void theExampleListsTheTablesOfTheDatabase(@TempDir Path cache) {
        try (var example = Quickstart.serve(Quickstart.EXAMPLES.resolve("explore"), cache)) {
            assertThat(text(example, "list-tables", "{}"))
                    .isEqualTo("[{\"name\":\"authors\",\"kind\":\"table\"},{\"name\":\"books\",\"kind\":\"table\"},"
                            + "{\"name\":\"lent_books\",\"kind\":\"view\"},{\"name\":\"loans\",\"kind\":\"table\"}]");
            assertThat(text(example, "describe-table", "{\"table\": \"books\"}"))
                    .contains("{\"table\":\"books\",\"name\":\"author_id\",\"type\":\"INTEGER\",\"nullable\":0,"
                            + "\"default\":null,\"primary_key\":0,\"references\":\"authors.id\",\"details\":");
            assertThat(text(example, "describe-table", "{\"table\": \"bookz\"}"))
                    .contains("no such table; did you mean books, lent_books?");
            assertThat(text(example, "search-tables", "{\"pattern\": \"lent\"}"))
                    .isEqualTo("table,column,type\nlent_books,,\nlent_books,lent_at,TEXT\nloans,lent_at,TEXT\n");
            assertThat(text(example, "lent-books", "{}")).contains("Solaris");
        }
    }

    @Test
    void callerWritesStatementsThatReadAndNoOthers(@TempDir Path cache) {
        try (var example = Quickstart.serve(Quickstart.EXAMPLES.resolve("explore"), cache)) {
            assertThat(text(
                            example,
                            "query-library",
                            "{\"sql\": \"SELECT a.name, count(*) AS lent FROM lent_books l JOIN books b USING (isbn) "
                                    + "JOIN authors a ON a.id = b.author_id GROUP BY a.id ORDER BY a.name\"}"))
                    .isEqualTo("[{\"name\":\"Mary Shelley\",\"lent\":1},{\"name\":\"Stanislaw Lem\",\"lent\":1}]");
            assertThat(text(example, "explain-query", "{\"sql\": \"SELECT * FROM books WHERE isbn = '1'\"}"))
                    .contains("SEARCH books USING INDEX");
            assertThat(example.execute(
                                    Optional.of(example.initialize()),
                                    "query-library",
                                    "{\"sql\": \"DELETE FROM loans\"}")
                            .toString())
                    .contains("the adapter is read-only, and DELETE writes");
            assertThat(text(example, "query-library", "{\"sql\": \"SELECT count(*) AS n FROM loans\"}"))
                    .isEqualTo("[{\"n\":3}]");
        }
    }

    @Test
    void peopleSeeLentBooksAsATable(@TempDir Path cache) {
        try (var example = Quickstart.serve(Quickstart.EXAMPLES.resolve("explore"), cache)) {
            var page = example.post(
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"ui://tools/lent-books\"}}",
                    Optional.of(example.initialize()));

            assertThat(page.body()).contains("text/html;profile=mcp-app", "Lent books");
        }
    }

    @Test
    void statementsOfBuiltInToolsAreNotShown(@TempDir Path cache) {
        try (var example = Quickstart.serve(Quickstart.EXAMPLES.resolve("explore"), cache)) {
            var hits = example.post(
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"search\","
                            + "\"arguments\":{\"query\":\"tables\"}}}",
                    Optional.of(example.initialize()));

            assertThat(hits.body()).contains("list-tables").doesNotContain("sqlite_schema");
        }
    }

    private static String text(Quickstart example, String tool, String inputs) {
        var session = Optional.of(example.initialize());
        return example.execute(session, tool, inputs)
                .at("/result/content/0/text")
                .asString();
    }
}
