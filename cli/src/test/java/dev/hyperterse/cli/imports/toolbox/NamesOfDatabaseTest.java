package dev.hyperterse.cli.imports.toolbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.document.SourceFile;
import dev.hyperterse.cli.imports.DatabaseNames;
import dev.hyperterse.cli.imports.ImportedServer;
import dev.hyperterse.cli.imports.ImportedTool;
import dev.hyperterse.cli.imports.ToolBody;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A parameter that may be any name is one that the database has. */
class NamesOfDatabaseTest {
    private static final String TOOL = """
            tools:
              any:
                kind: postgres-sql
                source: db
                description: Columns of a table.
                statement: SELECT {{array .columns}} FROM {{.table}} ORDER BY {{.order}}
                templateParameters:
                  - {name: table, type: string, description: Table}
                  - {name: columns, type: array, description: Columns, items: {name: c, type: string, description: Column}}
                  - {name: order, type: string, description: Order, allowedValues: [id]}
            """;
    private static final String SOURCE = """
            sources:
              db: {kind: postgres, host: localhost, port: 5432, database: shop, user: me, password: secret}
            """;

    @Test
    void tablesStandBehindFromAndColumnsElsewhere() {
        var server = read(SOURCE + TOOL, names("orders", "sales.items"));
        var tool = tool(server);
        assertThat(tool.body())
                .isEqualTo(
                        new ToolBody.Statement(
                                "db",
                                "SELECT {{ inputs.columns | identifiers }} FROM {{ inputs.table | identifier }} ORDER BY {{ inputs.order | identifier }}"));
        assertThat(rules(tool, "table")).containsEntry("enum", List.of("orders", "sales.items"));
        assertThat(rules(tool, "columns"))
                .containsEntry("items", Map.of("type", "string", "enum", List.of("id", "total")));
        assertThat(rules(tool, "order")).containsEntry("enum", List.of("id"));
        assertThat(server.findings())
                .extracting(Diagnostic::message)
                .contains(
                        "tool any takes as table the names that the database has now",
                        "tool any takes as columns the names that the database has now");
    }

    /** Toolbox pastes them without quotes, and PostgreSQL looks for them in lower case then. */
    @Test
    void namesWithCapitalsAreLeftOut() {
        assertThat(rules(tool(read(SOURCE + TOOL, names("Orders", "items"))), "table"))
                .containsEntry("enum", List.of("items"));
        assertThat(leftOut(SOURCE + TOOL, names("Orders"))).contains("would be one of 0 names of the database");
    }

    @Test
    void moreNamesThanAnEnumHasAreRefused() {
        var many = IntStream.range(0, 129).mapToObj("t%d"::formatted).toArray(String[]::new);
        assertThat(leftOut(SOURCE + TOOL, names(many))).contains("129 names of the database; an enum has 1 to 128");
    }

    /** Of a list of tables and of one in another query all columns are taken. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            orders                              | id,total
            orders o JOIN items i ON i.o = o.id | id,item,total
            orders o, people                    | id,item,person,total
            Orders                              | id,item,person,total
            orders JOIN {{.table}} ON true      | id,item,person,total
            """)
    void columnsAreThoseOfTheTablesThatAreNamed(String from, String columns) {
        var names = new DatabaseNames(
                "Postgres",
                Map.of("orders", List.of("total", "id"), "items", List.of("item"), "people", List.of("person")));
        var tool = tool(read(SOURCE + TOOL.replace("{{.table}}", from), names));
        assertThat(rules(tool, "columns"))
                .containsEntry("items", Map.of("type", "string", "enum", List.of(columns.split(","))));
    }

    /** A condition is more than a name. */
    @Test
    void columnsStandForNoConditions() {
        assertThat(leftOut(
                        SOURCE
                                + TOOL.replace("ORDER BY {{.order}}", "WHERE {{.order}}")
                                        .replace(", allowedValues: [id]", ""),
                        names("orders")))
                .contains("parameter order is pasted into its SQL, and may be any text");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"EXTRACT(YEAR FROM {{.order}})", "trim( both FROM {{.order}})", "1 IS DISTINCT  FROM {{.order}}"
            })
    void fromOfAnExpressionIsBeforeNoTable(String expression) {
        assertThat(leftOut(
                        SOURCE
                                + TOOL.replace("ORDER BY {{.order}}", "WHERE " + expression)
                                        .replace(", allowedValues: [id]", ""),
                        names("orders")))
                .contains("parameter order is pasted into its SQL, and may be any text")
                .doesNotContain("with --database");
    }

    @Test
    void namesOfAnotherDatabaseAreNotTaken() {
        assertThat(leftOut(SOURCE + TOOL, new DatabaseNames("Mysql", Map.of("orders", List.of("id")))))
                .contains("is pasted into its SQL, and may be any text");
        var two = SOURCE + SOURCE.lines().skip(1).findFirst().orElseThrow().replace("db:", "other:") + "\n";
        assertThat(leftOut(two + TOOL, names("orders"))).contains("is pasted into its SQL, and may be any text");
    }

    private static DatabaseNames names(String... tables) {
        return new DatabaseNames(
                "Postgres",
                Stream.of(tables).collect(Collectors.toMap(Function.identity(), _ -> List.of("id", "total"))));
    }

    private static ImportedServer read(String text, DatabaseNames names) {
        return ToolboxFile.read(new SourceFile("tools.yaml", text), Optional.of(names));
    }

    private static ImportedTool tool(ImportedServer server) {
        assertThat(server.definitions()).as(server.findings().toString()).hasSize(1);
        return (ImportedTool) server.definitions().getFirst();
    }

    private static Map<String, Object> rules(ImportedTool tool, String input) {
        return tool.inputs().stream()
                .filter(it -> it.name().equals(input))
                .findFirst()
                .orElseThrow()
                .rules();
    }

    private static String leftOut(String text, DatabaseNames names) {
        var server = read(text, names);
        assertThat(server.definitions()).isEmpty();
        return server.findings().toString();
    }
}
