package dev.hyperterse.cli.init.generate;

import dev.hyperterse.cli.init.naming.UniqueNames;
import dev.hyperterse.cli.init.naming.Words;
import dev.hyperterse.cli.init.schema.DatabaseSchema;
import dev.hyperterse.cli.init.schema.ForeignKey;
import dev.hyperterse.cli.init.schema.SqlEngine;
import dev.hyperterse.cli.init.schema.TableName;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tables of a database with their names in tools, each name once; the usual schema of PostgreSQL gets the short ones. */
record NamedSchema(SqlEngine engine, Map<TableName, NamedTable> tables) {
    static NamedSchema of(DatabaseSchema schema) {
        var ones = new UniqueNames();
        var manys = new UniqueNames();
        var tables = new LinkedHashMap<TableName, NamedTable>();
        var inOrder = schema.tables().stream()
                .sorted(Comparator.comparing(table -> !table.name().schema().equals("public")))
                .toList();
        for (var table : inOrder) {
            var words = Words.of(table.name().name(), "table");
            var withSchema = Words.of(table.name().schema() + "-" + table.name().name(), "table");
            // The name of a view often says what its rows are not: a list, a summary.
            var one = table.view()
                    ? ones.first("-", words, withSchema)
                    : ones.first("-", Words.singular(words), Words.singular(withSchema));
            var many = table.view()
                    ? manys.first("-", words, withSchema)
                    : manys.first("-", Words.plural(words), Words.plural(withSchema));
            tables.put(table.name(), NamedTable.of(table, schema.engine(), one, many));
        }
        return new NamedSchema(schema.engine(), tables);
    }

    NamedTable target(ForeignKey reference) {
        return tables.get(reference.table());
    }

    List<NamedTable> all() {
        return List.copyOf(tables.values());
    }
}
