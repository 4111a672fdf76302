package dev.hyperterse.cli.init.generate;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text that a model reads before it uses the tools of a database, of a few hundred words at most. */
record Instructions(NamedSchema schema, String database, boolean sql) {
    private static final int LONGEST_COMMENT = 100;
    private static final int LONGEST_LIST = 3_000;

    String text() {
        var tables = schema.all();
        var commented = tables.stream()
                .filter(table -> !table.table().comment().isEmpty())
                .map(table ->
                        table.table().name() + " (" + Yaml.line(table.table().comment(), LONGEST_COMMENT) + ")");
        var others = tables.stream()
                .filter(table -> table.table().comment().isEmpty())
                .map(table -> table.table().name().toString());
        var names = Yaml.line(Stream.concat(commented, others).collect(Collectors.joining(", ")), LONGEST_LIST);
        return """
                Reads %s, a database of %s. Its tables: %s.
                get-X finds one row by its key, list-X lists and filters, list-X-of-Y lists what belongs to a Y.
                A long list comes in pages: pass its nextCursor as after, with the same arguments.
                list-tables, describe-table and search-objects show what the database has.%s""".formatted(
                        Yaml.line(database, LONGEST_COMMENT),
                        schema.engine().display(),
                        names,
                        sql
                                ? "\nrun-sql answers what no other tool does: sums, counts, joins. Ask describe-table for the columns first."
                                : "");
    }
}
