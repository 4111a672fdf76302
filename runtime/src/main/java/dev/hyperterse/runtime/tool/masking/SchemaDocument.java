package dev.hyperterse.runtime.tool.masking;

import dev.hyperterse.catalog.server.adapter.Masking;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.statement.lineage.DatabaseSchema;
import dev.hyperterse.statement.lineage.DatabaseSchema.Column;
import dev.hyperterse.statement.lineage.DatabaseSchema.Table;
import dev.hyperterse.statement.lineage.Lineage;
import dev.hyperterse.statement.lineage.LineageResolver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the document of a {@link SchemaStatement}, and gives columns their labels. */
final class SchemaDocument {
    private static final Pattern LABEL = Pattern.compile("(?<![\\w@])@([a-z0-9]([-a-z0-9]*[a-z0-9])?)");

    private final Masking masking;
    private final Map<TableName, List<Found>> tables = new LinkedHashMap<>();
    private final Map<TableName, Set<TableName>> relatives = new HashMap<>();
    private final Map<TableName, Map<String, Set<String>>> families = new HashMap<>();

    private record TableName(String schema, String name) {}

    /** @param labels of its own, without those of its relatives */
    private record Found(String name, int position, Set<String> labels) {}

    private SchemaDocument(Masking masking) {
        this.masking = masking;
    }

    /**
     * Resolves statements against the schema.
     *
     * @param rows one row with one column, a document as a text or as JSON
     */
    static Function<String, Lineage> read(byte[] rows, Masking masking) {
        var document = json(JsonMapper.shared().readTree(rows).path(0), "document");
        return new SchemaDocument(masking).resolver(document);
    }

    /** JSON of a subquery is a text for SQLite and MariaDB. */
    private static JsonNode json(JsonNode parent, String member) {
        var node = parent.path(member);
        return node.isString() ? JsonMapper.shared().readTree(node.asString()) : node;
    }

    private Function<String, Lineage> resolver(JsonNode document) {
        json(document, "columns").forEach(row -> {
            var table = name(row);
            var columns = tables.computeIfAbsent(table, _ -> new ArrayList<>());
            if (row.path(2).isString()) {
                columns.add(new Found(
                        row.path(2).asString(),
                        row.path(3).asInt(),
                        masking.fromComments() ? labels(row.path(4).asString("")) : new HashSet<>()));
            }
            row.path(5).forEach(relative -> relatives
                    .computeIfAbsent(table, _ -> new HashSet<>())
                    .add(name(relative)));
        });
        var count = document.path("count");
        if (masking.dialect() == Dialect.MYSQL
                && count.asInt(-1) != json(document, "columns").size()) {
            return _ -> new Lineage.Unresolved(
                    "the schema of the database is cut off; MariaDB needs a larger group_concat_max_len");
        }
        var missing = masking.columns().stream()
                .filter(labelled -> !label(labelled))
                .map(it -> "masking labels the column %s of table %s, which is not there"
                        .formatted(it.column(), it.table()))
                .findFirst()
                .or(this::missing);
        if (missing.isPresent()) {
            return _ -> new Lineage.Unresolved(missing.get());
        }
        var current = document.path("current");
        return new LineageResolver(new DatabaseSchema(
                masking.dialect(),
                current.isString() ? Optional.of(current.asString()) : Optional.empty(),
                tables.keySet().stream().map(this::table).toList()))::resolve;
    }

    private static Set<String> labels(String comment) {
        return LABEL.matcher(comment.toLowerCase(Locale.ROOT))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(HashSet::new));
    }

    private static TableName name(JsonNode row) {
        return new TableName(row.path(0).asString(), row.path(1).asString());
    }

    private boolean label(Masking.LabelledColumn labelled) {
        var labelledColumns = tables.entrySet().stream()
                .filter(table -> is(labelled.table(), table.getKey().name())
                        || is(
                                labelled.table(),
                                table.getKey().schema() + "." + table.getKey().name()))
                .flatMap(table -> table.getValue().stream())
                .filter(column -> is(labelled.column(), column.name()))
                .toList();
        labelledColumns.forEach(column -> column.labels().addAll(labelled.labels()));
        return !labelledColumns.isEmpty();
    }

    /** A label of a rule that no column has masks nothing, so it is a mistake in one of them. */
    private Optional<String> missing() {
        var known = tables.values().stream()
                .flatMap(List::stream)
                .flatMap(column -> column.labels().stream())
                .collect(Collectors.toSet());
        return masking.rules().stream()
                .flatMap(rule -> rule.labels().stream())
                .filter(label -> !known.contains(label))
                .map("no column has the label %s of a rule of masking"::formatted)
                .findFirst();
    }

    private Table table(TableName name) {
        return new Table(
                name.schema(),
                name.name(),
                tables.get(name).stream()
                        .sorted(Comparator.comparingInt(Found::position))
                        .map(column -> new Column(column.name(), family(name).get(column.name())))
                        .toList());
    }

    /**
     * The labels of each column of a table and its relatives: a table shows the rows of its children and partitions, which
     * are rows of all their parents.
     */
    private Map<String, Set<String>> family(TableName table) {
        var known = families.get(table);
        if (known != null) {
            return known;
        }
        var found = new HashSet<>(Set.of(table));
        var waiting = new ArrayDeque<>(found);
        while (!waiting.isEmpty()) {
            relatives.getOrDefault(waiting.poll(), Set.of()).stream()
                    .filter(found::add)
                    .forEach(waiting::add);
        }
        var labels = new HashMap<String, Set<String>>();
        found.stream()
                .flatMap(relative -> tables.getOrDefault(relative, List.of()).stream())
                .forEach(column -> labels.computeIfAbsent(column.name(), _ -> new HashSet<>())
                        .addAll(column.labels()));
        found.forEach(relative -> families.put(relative, labels));
        return labels;
    }

    private boolean is(String written, String stored) {
        return masking.dialect() == Dialect.POSTGRES ? written.equals(stored) : written.equalsIgnoreCase(stored);
    }
}
