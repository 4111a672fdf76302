package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of a keyset, from the manifest of a tool to the rows of a real engine. */
abstract class PagesOnEngine {
    private static final int ROWS = 25;
    private static final Pattern NEXT = Pattern.compile("nextCursor\\\\\":\\\\\"([A-Za-z0-9_-]+)");
    private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");
    private static final String NOT_A_CURSOR =
            "validation: validation error for field 'after': not a cursor of this tool;"
                    + " take nextCursor of its answer, or leave it out";

    private static final List<String> NAMES =
            List.of("o''clock", "a\"b", "back\\slash", "{{ inputs.after }}", "é😀", "", "%", "x'', 1) OR (''1''=''1");

    abstract EngineUnderTest engine();

    /** Of a column with microseconds that may be NULL. */
    abstract String momentType();

    abstract String textType();

    /** A text of the engine's SQL. */
    String literal(String name) {
        return "'" + name + "'";
    }

    @BeforeEach
    void fill() {
        engine().execute("DROP TABLE IF EXISTS paged");
        engine().execute("CREATE TABLE paged (id integer NOT NULL, at %s NULL, name %s NOT NULL)"
                .formatted(momentType(), textType()));
        for (var id = 1; id <= ROWS; id++) {
            engine().execute("INSERT INTO paged VALUES (%d, '2026-01-02 03:04:05.00000%d', %s)"
                    .formatted(id, id % 4, literal(NAMES.get(id % NAMES.size()))));
        }
    }

    @Test
    void everyRowIsOnOnePageNewestFirst() {
        var pages = pages(tool(
                "at, id",
                "(at, id) < ({{ inputs.after.at }}, {{ inputs.after.id }})",
                "at DESC, id DESC",
                "{name: at, type: %s}".formatted(momentKey())));

        var expected = IntStream.rangeClosed(1, ROWS)
                .boxed()
                .sorted((one, two) -> one % 4 == two % 4 ? two - one : two % 4 - one % 4)
                .toList();
        assertThat(pages.stream().flatMap(List::stream)).isEqualTo(expected);
        assertThat(pages).hasSize(7).allMatch(page -> page.size() <= 4);
    }

    @Test
    void everyRowIsOnOnePageByText() {
        var pages = pages(tool(
                "name, id",
                "(name, id) > ({{ inputs.after.name }}, {{ inputs.after.id }})",
                "name, id",
                "{name: name, type: string}"));

        var ids = new ArrayList<>(pages.stream().flatMap(List::stream).toList());
        assertThat(pages).hasSize(7);
        Collections.sort(ids);
        assertThat(ids).isEqualTo(IntStream.rangeClosed(1, ROWS).boxed().toList());
    }

    @Test
    void directionsMayDiffer() {
        var pages = pages(tool(
                "at, id",
                "at < {{ inputs.after.at }} OR (at = {{ inputs.after.at }} AND id > {{ inputs.after.id }})",
                "at DESC, id",
                "{name: at, type: %s}".formatted(momentKey())));

        var expected = IntStream.rangeClosed(1, ROWS)
                .boxed()
                .sorted((one, two) -> one % 4 == two % 4 ? one - two : two % 4 - one % 4)
                .toList();
        assertThat(pages.stream().flatMap(List::stream)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "!",
                "e30",
                "{}",
                "[1]",
                "{\"id\":1}",
                "{\"name\":null,\"id\":1}",
                "{\"name\":\"x\",\"id\":\"y\"}",
                "{\"name\":\"x\",\"id\":1,\"more\":2}",
                "{\"name\":{},\"id\":1}",
                "{\"name\":\"x\",\"id\":1"
            })
    void cursorOfAnotherToolIsRefused(String content) {
        var cursor = content.length() < 4
                ? content
                : Base64.getUrlEncoder().encodeToString(content.getBytes(StandardCharsets.UTF_8));

        assertThat(page(byName(), Optional.of(cursor))).isEqualTo(NOT_A_CURSOR);
    }

    /** Any values of the right types are a position, so the refusals above have other reasons. */
    @Test
    void positionIsAllThatACursorHolds() {
        var cursor = Base64.getUrlEncoder().encodeToString("{\"name\":\"\",\"id\":0}".getBytes(StandardCharsets.UTF_8));

        assertThat(page(byName(), Optional.of(cursor))).startsWith("[{\"name\":\"\",\"id\":5}");
    }

    @Test
    void cursorThatIsVeryLongIsRefused() {
        var name = "x".repeat(10_000);
        var json = "{\"name\":\"%s\",\"id\":1}".formatted(name);
        var cursor = Base64.getUrlEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8));

        assertThat(page(byName(), Optional.of(cursor))).isEqualTo(NOT_A_CURSOR);
    }

    @Test
    void keyThatIsNullFailsTheCall() {
        engine().execute("UPDATE paged SET at = NULL");
        var tool = tool(
                "at, id",
                "(at, id) < ({{ inputs.after.at }}, {{ inputs.after.id }})",
                "at DESC, id DESC",
                "{name: at, type: %s}".formatted(momentKey()));

        assertThat(page(tool, Optional.empty()))
                .isEqualTo("result: the last row has no value for the key 'at', so no cursor can continue it");
    }

    /** SQLite has no moments; its column holds texts. */
    String momentKey() {
        return "datetime";
    }

    private LinkedTool byName() {
        return tool(
                "name, id",
                "(name, id) > ({{ inputs.after.name }}, {{ inputs.after.id }})",
                "name, id",
                "{name: name, type: string}");
    }

    private LinkedTool tool(String columns, String behind, String order, String key) {
        var manifest = """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: pages, namespace: default}
                spec:
                  serverRefs: [{name: shop}]
                  inputs: [{name: after, type: cursor}]
                  result: {maxRows: 4, overflow: Truncate, keys: [%s, {name: id, type: int}]}
                  statement:
                    adapter: db
                    text:
                      inline: |
                        SELECT %s FROM paged WHERE {{ inputs.after.id }} IS NULL OR %s ORDER BY %s
                """.formatted(key, columns, behind, order);
        return engine().reading()
                .link(ToolOnAdapter.compiled(
                        manifest, ToolOnAdapter.adapter(engine().dialect(), Access.ReadOnly), Set.of()));
    }

    private List<List<Integer>> pages(LinkedTool tool) {
        var pages = new ArrayList<List<Integer>>();
        var cursor = Optional.<String>empty();
        do {
            var answer = page(tool, cursor);
            pages.add(ID.matcher(answer)
                    .results()
                    .map(found -> Integer.valueOf(found.group(1)))
                    .toList());
            var next = NEXT.matcher(answer);
            cursor = next.find() ? Optional.of(next.group(1)) : Optional.empty();
        } while (cursor.isPresent() && pages.size() <= ROWS);
        return pages;
    }

    private String page(LinkedTool tool, Optional<String> cursor) {
        return engine().reading()
                .run(tool, cursor.map(it -> Map.of("after", it)).orElse(Map.of()), StatementRunner.principal("alice"));
    }
}
