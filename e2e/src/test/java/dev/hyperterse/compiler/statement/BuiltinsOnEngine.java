package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The built-in tools over the catalog, from their manifests to the rows of a real engine. */
abstract class BuiltinsOnEngine {
    /** Names of tables and columns that mean something to SQL, to LIKE or to placeholders. */
    private static final List<String> HOSTILE = List.of(
            "x'; DROP TABLE canary; --",
            "a\"b",
            "a`b",
            "50%",
            "under_score",
            "back\\slash",
            "{{ inputs.table }}",
            "$1 ? :a @b",
            "/* c */ -- d",
            "tab\tand\nline",
            "é漢");

    abstract EngineUnderTest engine();

    /** A name as the engine's SQL quotes it. */
    abstract String quoted(String name);

    @BeforeEach
    void create() {
        engine().execute("CREATE TABLE customer (id int PRIMARY KEY, name varchar(80) NOT NULL)");
        engine().execute(
                        "CREATE TABLE purchase (id int PRIMARY KEY, customer_id int NOT NULL, total decimal(9, 2) DEFAULT 1.5,"
                                + " FOREIGN KEY (customer_id) REFERENCES customer (id))");
        engine().execute("CREATE VIEW customers AS SELECT name FROM customer");
        HOSTILE.forEach(name -> engine().execute("CREATE TABLE %1$s (id int, %1$s int)".formatted(quoted(name))));
    }

    @AfterEach
    void drop() {
        HOSTILE.forEach(name -> engine().execute("DROP TABLE " + quoted(name)));
        engine().execute("DROP VIEW customers");
        engine().execute("DROP TABLE purchase");
        engine().execute("DROP TABLE customer");
    }

    @Test
    void tablesAndViewsAreListed() {
        var rows = rows(engine().reading(), "ListTables", Map.of());

        assertThat(values(rows, "name"))
                .contains("customer", "customers", "purchase", "canary")
                .containsAll(HOSTILE);
        assertThat(values(rows, "kind")).containsOnly("table", "view");
        assertThat(rows)
                .filteredOn(row -> row.at("/kind").asString().equals("view"))
                .hasSize(1);
    }

    @Test
    void patternIsAPartOfAName() {
        assertThat(names("ListTables", "customer")).containsExactly("customer", "customers");
        assertThat(names("ListTables", "no such")).isEmpty();
    }

    @Test
    void signsOfPatternsMeanThemselves() {
        assertThat(names("ListTables", "%")).containsExactly("50%");
        assertThat(names("ListTables", "r_s")).containsExactly("under_score");
        assertThat(names("ListTables", "\\")).containsExactly("back\\slash");
    }

    @Test
    void columnsAreDescribed() {
        var rows = rows(engine().reading(), "DescribeTable", Map.of("table", "purchase"));

        assertThat(values(rows, "name")).containsExactly("id", "customer_id", "total");
        assertThat(rows.get(0).at("/primary_key").asBoolean()).isTrue();
        assertThat(rows.get(1).at("/primary_key").asBoolean()).isFalse();
        assertThat(rows.get(1).at("/nullable").asBoolean()).isFalse();
        assertThat(rows.get(2).at("/nullable").asBoolean()).isTrue();
        assertThat(rows.get(1).at("/references").asString())
                .contains("customer")
                .contains("id");
        assertThat(rows.get(0).at("/references").isNull()).isTrue();
        assertThat(rows.get(2).at("/default").asString()).contains("1.5");
        assertThat(rows.get(2).at("/type").asString()).contains("9").contains("2");
    }

    @Test
    void columnsOfAViewAreDescribed() {
        assertThat(values(rows(engine().reading(), "DescribeTable", Map.of("table", "customers")), "name"))
                .containsExactly("name");
    }

    @Test
    void tableThatDoesNotExistIsAnsweredWithNearNames() {
        var row = onlyRow("purchas_e");
        assertThat(row.path("name").isNull()).isTrue();
        assertThat(row.path("details").asString()).isEqualTo("no such table; did you mean purchase?");
        assertThat(onlyRow("costumer").path("details").asString()).contains("did you mean customer");
        assertThat(onlyRow("zzz").path("details").asString()).isEqualTo("no such table");
        assertThat(onlyRow("z").path("details").asString()).isEqualTo("no such table");
        assertThat(onlyRow("'; DROP TABLE canary; --").path("details").asString())
                .startsWith("no such table");
    }

    @Test
    void keysOfBothDirectionsAndIndexesAreDetails() {
        engine().execute("CREATE UNIQUE INDEX one_name ON customer (name, id)");
        engine().execute("CREATE INDEX by_total ON purchase (total)");

        var customer = rows(engine().reading(), "DescribeTable", Map.of("table", "customer"));
        assertThat(customer.get(0).path("details").asString()).contains("referenced by purchase");
        assertThat(customer.get(1).path("details").asString()).isEqualTo("unique (name, id)");
        var purchase = rows(engine().reading(), "DescribeTable", Map.of("table", "purchase"));
        assertThat(purchase.get(2).path("details").asString()).isEqualTo("index (total)");
    }

    private JsonNode onlyRow(String table) {
        var rows = rows(engine().reading(), "DescribeTable", Map.of("table", table));
        assertThat(rows).as(table).hasSize(1);
        return rows.getFirst();
    }

    @Test
    void namesThatMeanSomethingElsewhereAreNames() {
        var before = engine().fingerprint();
        for (var name : HOSTILE) {
            assertThat(values(rows(engine().reading(), "DescribeTable", Map.of("table", name)), "name"))
                    .as(name)
                    .containsExactly("id", name);
            assertThat(values(rows(engine().reading(), "SearchObjects", Map.of("pattern", name)), "table"))
                    .as(name)
                    .contains(name);
        }
        assertThat(engine().fingerprint()).isEqualTo(before);
    }

    @Test
    void tablesAndColumnsAreFound() {
        var rows = rows(engine().reading(), "SearchObjects", Map.of("pattern", "CUSTOMER"));

        assertThat(rows)
                .extracting(row ->
                        row.at("/table").asString() + "." + row.at("/column").asString(""))
                .containsExactly("customer.", "customers.", "purchase.customer_id");
    }

    @Test
    void mostFrequentValuesOfAColumnComeFirst() {
        engine().execute(
                        "INSERT INTO customer VALUES (1, 'ada'), (2, 'bob'), (3, 'ada'), (4, 'eve'), (5, 'eve'), (6, 'ada')");

        var rows = columnValues("customer", "name");

        assertThat(values(rows, "value")).containsExactly("ada", "eve", "bob");
        assertThat(values(rows, "count")).containsExactly("3", "2", "1");
        assertThat(values(rows, "sample")).containsOnly("6");
        assertThat(values(columnValues("customers", "name"), "value")).containsExactly("ada", "eve", "bob");
        assertThat(values(columnValues("customer", "id"), "value")).hasSize(6).contains("1");
        assertThat(columnValues("purchase", "total")).isEmpty();
    }

    /** A later comparison finds each by its own spelling only. */
    @Test
    void valuesThatDifferInCaseOrAccentsAreDifferent() {
        engine().execute(
                        "INSERT INTO customer VALUES (1, 'resume'), (2, 'Resume'), (3, 'r\u00e9sum\u00e9'), (4, 'resume')");

        assertThat(values(columnValues("customer", "name"), "value"))
                .startsWith("resume")
                .containsExactlyInAnyOrder("resume", "Resume", "r\u00e9sum\u00e9");
    }

    @Test
    void nullIsAValueAndALongTextIsCut() {
        engine().execute("INSERT INTO customer VALUES (1, '" + "x".repeat(80) + "')");
        engine().execute("INSERT INTO purchase VALUES (1, 1, NULL), (2, 1, NULL)");
        engine().execute("CREATE VIEW longer AS SELECT replace(name, 'x', 'abcdefgh') AS name FROM customer");
        try {
            var empty = columnValues("purchase", "total");
            assertThat(empty).hasSize(1);
            assertThat(empty.getFirst().path("value").isNull()).isTrue();
            assertThat(empty.getFirst().path("count").asInt()).isEqualTo(2);
            assertThat(columnValues("longer", "name").getFirst().path("value").asString())
                    .hasSize(200);
        } finally {
            engine().execute("DROP VIEW longer");
        }
    }

    @Test
    void moreThanFiftyValuesAreAnnounced() {
        for (var id = 0; id < 60; id++) {
            engine().execute("INSERT INTO customer VALUES (%d, 'name %d')".formatted(id, id));
        }

        assertThat(run(engine().reading(), "ColumnValues", "", Map.of("table", "customer", "column", "name")))
                .contains("truncated\\\":true")
                .contains("\\\"rows\\\":50");
    }

    @Test
    void valuesOfHostileNamesAreRead() {
        HOSTILE.forEach(name -> engine().execute("INSERT INTO %s VALUES (7, 9)".formatted(quoted(name))));
        var before = engine().fingerprint();
        for (var name : HOSTILE) {
            assertThat(values(columnValues(name, name), "value")).as(name).containsExactly("9");
        }
        assertThat(engine().fingerprint()).isEqualTo(before);
    }

    /** No text of a caller is SQL: each is a name that is not there, or one whose rows the condition leaves out. */
    @Test
    void namesThatAreNoColumnsReadNothing() {
        engine().execute("INSERT INTO customer VALUES (1, 'ada')");
        var before = engine().fingerprint();
        var wrong = new ArrayList<>(HOSTILE);
        wrong.addAll(List.of("*", "1", "customer", "s", "t", "sampled", "count(*)", "ctid", "rowid", "xmin", "nobody"));
        for (var name : wrong) {
            for (var arguments : List.of(
                    Map.of("table", "customer", "column", name), Map.of("table", name + "\"x`", "column", "id"))) {
                assertThat(run(engine().reading(), "ColumnValues", "", arguments))
                        .as(arguments.toString())
                        .matches("(?s)\\[]|execution: .*")
                        .doesNotContain("ada", "internal", "syntax");
            }
        }
        assertThat(run(engine().reading(), "ColumnValues", "", Map.of("table", "customer", "column", "na\0me")))
                .startsWith("validation: ");
        assertThat(engine().fingerprint()).isEqualTo(before);
    }

    List<JsonNode> columnValues(String table, String column) {
        return rows(engine().reading(), "ColumnValues", Map.of("table", table, "column", column));
    }

    @Test
    void longListSaysThatItIsTruncated() {
        var answer = run(engine().reading(), "ListTables", "result: {maxRows: 3, overflow: Truncate}", Map.of());

        assertThat(answer).contains("truncated\\\":true").contains("\\\"rows\\\":3");
    }

    @Test
    void argumentsAreBounded() {
        assertThat(run(engine().reading(), "DescribeTable", "", Map.of())).startsWith("validation: ");
        assertThat(run(engine().reading(), "DescribeTable", "", Map.of("table", "x".repeat(201))))
                .startsWith("validation: ");
        assertThat(run(engine().reading(), "SearchObjects", "", Map.of("pattern", "")))
                .startsWith("validation: ");
        assertThat(run(engine().reading(), "ListTables", "", Map.of("sql", "x")))
                .startsWith("validation: ");
    }

    private List<String> names(String tool, String pattern) {
        return values(rows(engine().reading(), tool, Map.of("pattern", pattern)), "name");
    }

    static List<String> values(List<JsonNode> rows, String column) {
        return rows.stream().map(row -> row.path(column).asString()).toList();
    }

    List<JsonNode> rows(StatementRunner runner, String tool, Map<String, ?> arguments) {
        var answer = run(runner, tool, "", arguments);
        assertThat(answer).startsWith("[");
        return StreamSupport.stream(JsonMapper.shared().readTree(answer).spliterator(), false)
                .toList();
    }

    String run(StatementRunner runner, String tool, String more, Map<String, ?> arguments) {
        return runner.run(runner.link(compiled(tool, more)), arguments, StatementRunner.principal("alice"));
    }

    private ToolLeaf compiled(String tool, String more) {
        var manifest = """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: builtin, namespace: default}
                spec:
                  serverRefs: [{name: shop}]
                  builtin: {tool: %s, adapter: db}
                  %s
                """.formatted(tool, more);
        return ToolOnAdapter.compiled(
                manifest, ToolOnAdapter.adapter(engine().dialect(), Access.ReadOnly, true, List.of()), Set.of());
    }
}
