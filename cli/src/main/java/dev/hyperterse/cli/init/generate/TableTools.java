package dev.hyperterse.cli.init.generate;

import dev.hyperterse.cli.init.naming.Names;
import dev.hyperterse.cli.init.naming.UniqueNames;
import dev.hyperterse.cli.init.naming.Words;
import dev.hyperterse.cli.init.schema.Column;
import dev.hyperterse.cli.init.schema.ColumnType;
import dev.hyperterse.cli.init.schema.ForeignKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tools of one table: a row by its key, a list with filters, the rows of each row that it refers to.
 *
 * @param tools names of tools, which are given once
 */
record TableTools(NamedSchema schema, NamedTable table, UniqueNames tools) {
    private static final String ALIAS = "t";
    private static final int LONGEST_COMMENT = 400;
    private static final int LONGEST_COLUMNS = 700;

    List<GeneratedTool> all() {
        var pair = pair();
        if (pair.isPresent()) {
            var references = pair.get();
            return List.of(
                    throughPair(references.getFirst(), references.getLast()),
                    throughPair(references.getLast(), references.getFirst()));
        }
        var made = new ArrayList<GeneratedTool>();
        made.add(list());
        get().ifPresent(made::add);
        table.table().foreignKeys().stream()
                .filter(reference -> !schema.target(reference).isLookup())
                .filter(reference ->
                        table.table().columns(reference.columns()).stream().allMatch(TableTools::canBeArgument))
                .forEach(reference -> made.add(listOf(reference)));
        return made;
    }

    /** Of a table that says no more than which rows of two others belong together, the two references. */
    private Optional<List<ForeignKey>> pair() {
        var references = table.table().foreignKeys();
        if (references.size() != 2
                || references.getFirst().table().equals(references.getLast().table())) {
            return Optional.empty();
        }
        var columns = references.stream().flatMap(it -> it.columns().stream()).toList();
        Set<String> key = new HashSet<>(table.table().key());
        var nothingElse = table.table().columns().stream()
                .allMatch(column -> key.contains(column.name()) || Pages.isOfUpdates(column));
        return key.size() == columns.size()
                        && key.equals(Set.copyOf(columns))
                        && nothingElse
                        && table.key().stream().allMatch(TableTools::canBeArgument)
                ? Optional.of(references)
                : Optional.empty();
    }

    static boolean canBeArgument(Column column) {
        return column.type() != ColumnType.BINARY && column.type() != ColumnType.OTHER;
    }

    private Optional<GeneratedTool> get() {
        var key = table.key();
        if (key.isEmpty() || !key.stream().allMatch(TableTools::canBeArgument)) {
            return Optional.empty();
        }
        var inputs = key.stream().map(column -> required(table, column)).toList();
        return Optional.of(new GeneratedTool(
                tools.first("-", "get-" + table.one()),
                "One %s by %s; no row where there is none.%s"
                        .formatted(Words.spaced(table.one()), named(inputs), about()),
                inputs,
                "",
                "SELECT %s\nFROM %s\nWHERE %s"
                        .formatted(
                                new SelectedColumns(schema, table, ALIAS).sql(),
                                table.from(ALIAS),
                                equal(table, key, inputs))));
    }

    private GeneratedTool list() {
        var names = new UniqueNames();
        var pages = Pages.of(table, ALIAS);
        var filters = new Filters(schema, table, ALIAS, names).all();
        var inputs = filters.stream().map(Filter::input).toList();
        return listed(
                tools.first("-", "list-" + table.many()),
                "%s.%s%s".formatted(Words.capital(table.many()), pages.words(), about()),
                table,
                table.from(ALIAS),
                inputs,
                filters.stream().map(Filter::sql).toList(),
                pages,
                names);
    }

    private GeneratedTool listOf(ForeignKey reference) {
        var target = schema.target(reference);
        var names = new UniqueNames();
        var own = table.table().columns(reference.columns());
        var inputs = own.stream()
                .map(column ->
                        Input.of(names.first("_", table.plain(column)), column, table.engine(), false, comment(column)))
                .toList();
        var severally = table.table().foreignKeys().stream()
                        .filter(other -> other.table().equals(reference.table()))
                        .count()
                > 1;
        var itself = reference.table().equals(table.table().name());
        var by = "-by-"
                + Words.of(
                        own.stream().map(table::plain).map(Names::withoutKey).collect(Collectors.joining("-")), "key");
        var list = "list-" + table.many();
        var name = itself ? list + by : list + "-of-" + target.one() + (severally ? by : "");
        var pages = Pages.of(table, ALIAS);
        return listed(
                tools.first("-", name),
                "%s of one %s, by %s.%s"
                        .formatted(
                                Words.capital(table.many()), Words.spaced(target.one()), named(inputs), pages.words()),
                table,
                table.from(ALIAS),
                inputs,
                List.of(equal(table, own, inputs)),
                pages,
                names);
    }

    /** The rows of one table that belong to a row of another. */
    private GeneratedTool throughPair(ForeignKey from, ForeignKey to) {
        var owner = schema.target(from);
        var shown = schema.target(to);
        var names = new UniqueNames();
        var own = table.table().columns(from.columns());
        var byName = owner.isLookup() && own.size() == 1;
        var inputs = byName
                ? List.of(new Input(
                        names.first("_", owner.one().replace('-', '_')),
                        "string",
                        Optional.empty(),
                        false,
                        "One of the names in " + owner.table().name().name(),
                        owner.table().names()))
                : own.stream()
                        .map(column -> Input.of(
                                names.first("_", table.plain(column)), column, table.engine(), false, comment(column)))
                        .toList();
        var condition = byName
                ? "%s IN (SELECT %s FROM %s WHERE %s = %s)"
                        .formatted(
                                table.column("j", own.getFirst().name()),
                                owner.column("p", from.targets().getFirst()),
                                owner.from("p"),
                                owner.label("p"),
                                inputs.getFirst().placeholder())
                : equal(table, "j", own, inputs);
        var joined = Stream.iterate(0, index -> index < to.columns().size(), index -> index + 1)
                .map(index -> "%s = %s"
                        .formatted(
                                shown.column(ALIAS, to.targets().get(index)),
                                table.column("j", to.columns().get(index))))
                .collect(Collectors.joining(" AND "));
        var pages = Pages.of(shown, ALIAS);
        return listed(
                tools.first("-", "list-%s-of-%s".formatted(shown.many(), owner.one())),
                "%s of one %s, by %s.%s%s"
                        .formatted(
                                Words.capital(shown.many()),
                                Words.spaced(owner.one()),
                                named(inputs),
                                pages.words(),
                                about()),
                shown,
                "%s JOIN %s ON %s".formatted(table.from("j"), shown.from(ALIAS), joined),
                inputs,
                List.of(condition),
                pages,
                names);
    }

    private GeneratedTool listed(
            String name,
            String description,
            NamedTable shown,
            String from,
            List<Input> inputs,
            List<String> conditions,
            Pages pages,
            UniqueNames names) {
        var all = new ArrayList<>(inputs);
        var where = new ArrayList<>(conditions);
        if (pages.areSeveral()) {
            var cursor = names.first("_", "after", "page_after");
            all.add(Input.cursor(cursor));
            pages.condition(cursor).ifPresent(where::add);
        }
        return new GeneratedTool(
                name,
                description,
                all,
                pages.result(),
                "SELECT %s\nFROM %s%s%s"
                        .formatted(
                                new SelectedColumns(schema, shown, ALIAS).sql(),
                                from,
                                where.isEmpty() ? "" : "\nWHERE " + String.join("\n  AND ", where),
                                pages.order()));
    }

    private static Input required(NamedTable table, Column column) {
        return Input.of(table.plain(column), column, table.engine(), false, comment(column));
    }

    private static String equal(NamedTable table, List<Column> columns, List<Input> inputs) {
        return equal(table, ALIAS, columns, inputs);
    }

    private static String equal(NamedTable table, String alias, List<Column> columns, List<Input> inputs) {
        return Stream.iterate(0, index -> index < columns.size(), index -> index + 1)
                .map(index -> "%s = %s"
                        .formatted(
                                table.column(alias, columns.get(index).name()),
                                inputs.get(index).placeholder()))
                .collect(Collectors.joining(" AND "));
    }

    /** The comments on the table and its columns, with a blank in front. */
    private String about() {
        var comment = Yaml.line(table.table().comment(), LONGEST_COMMENT);
        var columns = table.shown().stream()
                .filter(column -> !column.description().isEmpty())
                .map(column -> table.plain(column) + ": " + comment(column))
                .collect(Collectors.joining("; "));
        return (comment.isEmpty() ? "" : " " + sentence(comment))
                + (columns.isEmpty() ? "" : " Columns: " + sentence(Yaml.line(columns, LONGEST_COLUMNS)));
    }

    private static String comment(Column column) {
        return Yaml.line(column.description(), LONGEST_COMMENT / 2);
    }

    private static String sentence(String text) {
        return text.matches(".*[.!?]") ? text : text + ".";
    }

    private static String named(List<Input> inputs) {
        return inputs.stream().map(Input::name).collect(Collectors.joining(" and "));
    }
}
