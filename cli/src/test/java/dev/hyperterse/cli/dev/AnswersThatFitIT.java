package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tools over a million rows whose authors say nothing of the size of answers, measured as clients measure. */
@Timeout(180)
class AnswersThatFitIT {
    /** What clients show to a model; larger answers are cut or go to a file. */
    private static final long TOKENS_OF_CLIENTS = 25_000;

    /** Columns of a million rows each. */
    private static final Map<String, String> SOURCES = Map.of(
            "narrow", "id",
            "usual", "id, 'Ann ' || id AS customer, id * 1.5 AS price, NULL AS note",
            "wide", columns(120),
            "long", "id, printf('%.*c', 20000, 'x') AS body",
            "huge", "id, printf('%.*c', 900000, 'x') AS body, 'kept' AS title",
            "unicode", "id, replace(printf('%.*c', 9000, 'x'), 'x', '\u00e9\u732b\ud83d\ude00') AS body",
            "escaped", "id, replace(printf('%.*c', 9000, 'x'), 'x', char(34, 10, 92, 9, 1)) AS body",
            "nested", "id, json_object('a', json_array(1, 2, json_object('b', printf('%.*c', 3000, 'y')))) AS document",
            "bytes", "id, zeroblob(30000) AS picture");

    private static final Map<String, String> FORMS = Map.of(
            "rows", "result: {format: Rows}",
            "columns", "result: {format: Columns}",
            "csv", "result: {format: Csv}",
            "markdown", "result: {format: Markdown}",
            "structured", "outputSchema: {type: object, properties: {rows: {type: array}}}");

    private static final Map<String, String> OTHERS = Map.ofEntries(
            Map.entry("one-row", "result: {shape: Row}\n  " + statement("SELECT * FROM huge WHERE id = 7")),
            Map.entry("one-value", "result: {shape: Value}\n  " + statement("SELECT body FROM huge WHERE id = 7")),
            Map.entry(
                    "pages",
                    "inputs: [{name: after, type: cursor}]\n  result: {keys: [{name: id, type: int}]}\n  "
                            + statement("SELECT id, customer FROM usual WHERE id > COALESCE({{ inputs.after.id }}, 0)"
                                    + " ORDER BY id")),
            Map.entry(
                    "script-rows",
                    script(
                            "() => Array.from({ length: 5000 }, (_, id) => ({ id, deep: { list: ['x'.repeat(500)] } }))")),
            Map.entry(
                    "script-text",
                    script("() => ({ content: [{ type: 'text', text: '\u732b\ud83d\ude00'.repeat(90000) }] })")),
            Map.entry(
                    "script-texts",
                    script("() => ({ content: Array.from({ length: 50 }, () =>"
                            + " ({ type: 'text', text: 'x'.repeat(9000) })) })")),
            Map.entry("script-value", script("() => 'x'.repeat(500000)")),
            Map.entry("tables", "builtin: {tool: ListTables, adapter: db}"),
            Map.entry("columns-of", "builtin: {tool: DescribeTable, adapter: db}"),
            Map.entry("objects", "builtin: {tool: SearchObjects, adapter: db}"),
            Map.entry("sql", "builtin: {tool: ExecuteSql, adapter: db}"));

    private static final Map<String, String> ARGUMENTS = Map.of(
            "columns-of", "{\"table\":\"wide\"}",
            "objects", "{\"pattern\":\"c\"}",
            "sql", "{\"sql\":\"SELECT * FROM long\"}");

    @TempDir
    private static Path folder;

    private static Quickstart server;
    private static final Map<String, String> TOOLS = new TreeMap<>(OTHERS);

    @BeforeAll
    static void start() throws IOException {
        SOURCES.keySet()
                .forEach(source -> FORMS.forEach((form, fields) ->
                        TOOLS.put(source + "-" + form, fields + "\n  " + statement("SELECT * FROM " + source))));
        var manifests = new StringBuilder("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop}
                spec:
                  exposure: SearchAndDirect
                  adapters:
                    - name: db
                      engine: Sqlite
                      allowSql: Allowed
                      url: ":memory:"
                      statementTimeout: 60s
                      sqlite:
                        initSql:
                          inline: |
                            CREATE TABLE number AS WITH RECURSIVE n(id) AS
                              (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 1000000) SELECT id FROM n;
                """);
        SOURCES.forEach((name, columns) -> manifests
                .append(" ".repeat(12))
                .append("CREATE VIEW %s AS SELECT %s FROM number;%n".formatted(name, columns)));
        TOOLS.forEach((name, body) -> manifests.append("""
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: %s}
                spec:
                  serverRefs: [{name: shop}]
                  %s
                """.formatted(name, body)));
        Files.createDirectories(folder.resolve("shop"));
        Files.writeString(folder.resolve("shop/shop.yaml"), manifests);
        server = Quickstart.serve(folder.resolve("shop"), folder.resolve("cache"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String columns(int count) {
        var columns = new StringBuilder("id");
        for (var column = 1; column < count; column++) {
            columns.append(", 'value of column %d' AS column_with_a_name_%d".formatted(column, column));
        }
        return columns.toString();
    }

    private static String statement(String sql) {
        return "statement: {adapter: db, text: {inline: \"%s\"}}".formatted(sql);
    }

    private static String script(String body) {
        return "script: {source: {inline: \"export default %s\"}}".formatted(body);
    }

    private static JsonNode call(String tool, String arguments) {
        return server.request("tools/call", "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments))
                .path("result");
    }

    private static JsonNode call(String tool) {
        return call(tool, ARGUMENTS.getOrDefault(tool, "{}"));
    }

    @Test
    void noToolWithDefaultsAnswersWithMoreThanClientsShow() {
        assertThat(TOOLS).hasSizeGreaterThanOrEqualTo(50);
        var larger = new HashMap<String, Long>();
        var failed = new HashMap<String, String>();
        TOOLS.keySet().forEach(tool -> {
            var result = call(tool);
            if (result.path("isError").asBoolean(result.isMissingNode())) {
                failed.put(tool, result.toString());
            }
            if (tokens(result) > TOKENS_OF_CLIENTS) {
                larger.put(tool, tokens(result));
            }
        });

        assertThat(larger).isEmpty();
        assertThat(failed).isEmpty();
    }

    @Test
    void whatWasLeftOutIsSaidToTheModelAndToTheClient() {
        SOURCES.keySet().forEach(source -> FORMS.keySet().forEach(form -> {
            var result = call(source + "-" + form);
            var content = result.path("content");
            var notice = JsonMapper.shared()
                    .readTree(content.get(content.size() - 1).path("text").stringValue());

            assertThat(notice.path("truncated").asBoolean(false))
                    .as(source + form)
                    .isTrue();
            assertThat(notice.path("more").stringValue()).contains("Call again with arguments that select fewer rows");
            var rows = notice.path("rows").intValue();
            assertThat(rows).as(source + form).isBetween(1, 100);
            assertThat(result.at("/_meta/dev.hyperterse~1truncated/rows").intValue())
                    .isEqualTo(rows);
            assertThat(result.at("/_meta/dev.hyperterse~1truncated/maxTokens").intValue())
                    .isEqualTo(24_000);
            if (form.equals("structured")) {
                assertThat(result.at("/structuredContent/rows").size()).isEqualTo(rows);
                assertThat(result.at("/structuredContent/truncated").booleanValue())
                        .isTrue();
            }
        }));
    }

    /** An answer that could hold many more rows would be as wrong as one that holds too many. */
    @Test
    void answersAreAsLargeAsTheyMayBe() {
        for (var source : List.of("wide", "long", "unicode", "escaped", "bytes")) {
            for (var form : FORMS.keySet()) {
                assertThat(tokens(call(source + "-" + form))).as(source + form).isBetween(12_000L, 24_000L);
            }
        }
        assertThat(call("narrow-rows").at("/content/0/text").stringValue()).endsWith("{\"id\":100}]");
    }

    @Test
    void cursorContinuesBehindTheDefaultPage() {
        var first = call("pages");
        var notice = JsonMapper.shared().readTree(first.at("/content/1/text").stringValue());
        var second = call(
                "pages",
                "{\"after\":\"%s\"}".formatted(notice.path("nextCursor").stringValue()));

        assertThat(first.at("/content/0/text").stringValue())
                .contains("\"id\":100,")
                .doesNotContain("\"id\":101,");
        assertThat(second.at("/content/0/text").stringValue()).startsWith("[{\"id\":101,");
    }

    @Test
    void longTextOfOneRowIsCutAndItsOtherValuesStay() {
        var row = JsonMapper.shared()
                .readTree(call("one-row").at("/content/0/text").stringValue());

        assertThat(row.path("title").stringValue()).isEqualTo("kept");
        assertThat(row.path("body").stringValue()).hasSizeGreaterThan(90_000).endsWith("...[cut]");
    }

    private static long tokens(JsonNode result) {
        var text = 0L;
        for (var piece : result.path("content")) {
            text += bytes(piece.path("text").asString(""));
        }
        return (Math.max(text, bytes(result.path("structuredContent").toString())) + 3) / 4;
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
