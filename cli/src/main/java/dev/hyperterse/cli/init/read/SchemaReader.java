package dev.hyperterse.cli.init.read;

import dev.hyperterse.cli.init.schema.Column;
import dev.hyperterse.cli.init.schema.ColumnType;
import dev.hyperterse.cli.init.schema.DatabaseSchema;
import dev.hyperterse.cli.init.schema.ForeignKey;
import dev.hyperterse.cli.init.schema.SqlEngine;
import dev.hyperterse.cli.init.schema.Table;
import dev.hyperterse.cli.init.schema.TableName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Makes a {@link DatabaseSchema} of the catalog of a database. */
public final class SchemaReader {
    private final SqlEngine engine;
    private final Database database;
    private final Consumer<String> progress;
    private final Consumer<String> notes;
    private CatalogStatements statements;

    /**
     * @param progress gets a line for each step
     * @param notes gets a sentence for each view that cannot be read
     */
    public SchemaReader(SqlEngine engine, Database database, Consumer<String> progress, Consumer<String> notes) {
        this.engine = engine;
        this.database = database;
        this.statements = CatalogStatements.of(engine);
        this.progress = progress;
        this.notes = notes;
    }

    public DatabaseSchema read() {
        var all = database.rows(statements.tables());
        var broken = brokenViews(all);
        statements = statements.without(broken);
        var tables =
                all.stream().filter(row -> !broken.contains(text(row, "name"))).toList();
        progress.accept("%d tables and views".formatted(tables.size()));
        var columns = byTable(database.rows(statements.columns()));
        progress.accept("%d columns"
                .formatted(columns.values().stream().mapToInt(List::size).sum()));
        var indexes = byTable(database.rows(statements.indexes()));
        var references = byTable(database.rows(statements.references()));
        progress.accept("%d references"
                .formatted(references.values().stream()
                        .mapToInt(rows -> grouped(rows).size())
                        .sum()));
        var checks = byTable(checks());
        var read = new LinkedHashMap<TableName, Table>();
        for (var row : tables) {
            var name = new TableName(text(row, "schema"), text(row, "name"));
            var own = columns.getOrDefault(name, List.of()).stream()
                    .map(column -> column(column, checks.getOrDefault(name, List.of())))
                    .toList();
            var ofTable = grouped(indexes.getOrDefault(name, List.of()));
            read.put(
                    name,
                    new Table(
                            name,
                            isTrue(row, "view"),
                            text(row, "comment").strip(),
                            row.path("rows").asLong(-1),
                            own,
                            key(own, ofTable),
                            List.of(),
                            ofTable.stream().map(SchemaReader::columnNames).toList(),
                            List.of()));
        }
        return new DatabaseSchema(
                engine,
                read.values().stream()
                        .map(table -> table.withForeignKeys(
                                foreignKeys(references.getOrDefault(table.name(), List.of()), read)))
                        .toList());
    }

    private Set<String> brokenViews(List<JsonNode> tables) {
        var broken = new HashSet<String>();
        for (var row : tables) {
            var name = text(row, "name");
            statements.description(name).filter(_ -> isTrue(row, "view")).ifPresent(description -> {
                try {
                    database.rows(description);
                } catch (UnreadableDatabase unreadable) {
                    broken.add(name);
                    notes.accept("left out: the view %s: %s".formatted(name, unreadable.getMessage()));
                }
            });
        }
        return broken;
    }

    /** One of them does not fit the version of the engine. */
    private List<JsonNode> checks() {
        var found = new ArrayList<JsonNode>();
        for (var statement : statements.checks()) {
            try {
                found.addAll(database.rows(statement));
            } catch (UnreadableDatabase otherVersion) {
                // Without checks there are fewer enumerations, and nothing else.
                continue;
            }
        }
        return found;
    }

    private Column column(JsonNode row, List<JsonNode> checks) {
        var name = text(row, "name");
        var declared = text(row, "type");
        return new Column(
                name,
                isJson(name, checks) ? ColumnType.OTHER : statements.type(text(row, "base")),
                declared,
                isTrue(row, "nullable"),
                text(row, "comment").strip(),
                choices(row, declared)
                        .or(() -> checks.stream()
                                .map(check -> CheckedChoices.of(name, text(check, "definition")))
                                .filter(choices -> !choices.isEmpty())
                                .findFirst())
                        .orElseGet(List::of));
    }

    /** MariaDB's type for JSON is a text with a check. */
    private static boolean isJson(String column, List<JsonNode> checks) {
        return checks.stream()
                .anyMatch(check -> text(check, "definition").equalsIgnoreCase("json_valid(`%s`)".formatted(column)));
    }

    private Optional<List<String>> choices(JsonNode row, String declared) {
        var listed = text(row, "choices");
        if (listed.isEmpty()) {
            return Optional.of(statements.choices(declared)).filter(choices -> !choices.isEmpty());
        }
        return Optional.of(JsonMapper.shared()
                .readTree(listed)
                .valueStream()
                .map(JsonNode::asString)
                .toList());
    }

    /** The primary key, or else unique columns that are never NULL. */
    private static List<String> key(List<Column> columns, List<List<JsonNode>> indexes) {
        return indexes.stream()
                .filter(index -> isTrue(index.getFirst(), "is_primary"))
                .findFirst()
                .or(() -> indexes.stream()
                        .filter(index -> isTrue(index.getFirst(), "is_unique"))
                        .filter(index -> columnNames(index).stream().allMatch(name -> columns.stream()
                                .anyMatch(column -> column.name().equals(name) && !column.nullable())))
                        .findFirst())
                .map(SchemaReader::columnNames)
                .filter(names -> columns.stream().map(Column::name).toList().containsAll(names))
                .orElseGet(List::of);
    }

    private List<ForeignKey> foreignKeys(List<JsonNode> rows, Map<TableName, Table> tables) {
        var keys = new ArrayList<ForeignKey>();
        for (var reference : grouped(rows)) {
            var first = reference.getFirst();
            var target = target(new TableName(text(first, "target_schema"), text(first, "target_table")), tables);
            target.ifPresent(table -> {
                var named = reference.stream()
                        .map(row -> text(row, "target_column"))
                        .toList();
                var targets = named.contains("") ? table.key() : named;
                if (targets.size() == reference.size()) {
                    keys.add(new ForeignKey(columnNames(reference), table.name(), targets));
                }
            });
        }
        return keys.stream().distinct().toList();
    }

    /** SQLite and MySQL may write a name in other letters than its table. */
    private Optional<Table> target(TableName name, Map<TableName, Table> tables) {
        return Optional.ofNullable(tables.get(name))
                .or(() -> engine == SqlEngine.POSTGRES
                        ? Optional.empty()
                        : tables.values().stream()
                                .filter(table -> table.name().name().equalsIgnoreCase(name.name()))
                                .findFirst());
    }

    private static Map<TableName, List<JsonNode>> byTable(List<JsonNode> rows) {
        var tables = new LinkedHashMap<TableName, List<JsonNode>>();
        rows.forEach(row -> tables.computeIfAbsent(
                        new TableName(text(row, "schema"), text(row, "table")), _ -> new ArrayList<>())
                .add(row));
        return tables;
    }

    /** The rows of each index or reference. */
    private static List<List<JsonNode>> grouped(List<JsonNode> rows) {
        var groups = new LinkedHashMap<String, List<JsonNode>>();
        rows.forEach(row -> groups.computeIfAbsent(text(row, "name"), _ -> new ArrayList<>())
                .add(row));
        // An expression has no column: what follows it is no use without it.
        return groups.values().stream()
                .filter(group ->
                        group.stream().noneMatch(row -> text(row, "column").isEmpty()))
                .toList();
    }

    private static List<String> columnNames(List<JsonNode> rows) {
        return rows.stream().map(row -> text(row, "column")).toList();
    }

    private static String text(JsonNode row, String name) {
        return row.path(name).asString("");
    }

    private static boolean isTrue(JsonNode row, String name) {
        return row.path(name).asBoolean(false);
    }
}
