package dev.hyperterse.cli.init.generate;

import dev.hyperterse.cli.init.naming.Names;
import dev.hyperterse.cli.init.naming.UniqueNames;
import dev.hyperterse.cli.init.schema.ForeignKey;
import java.util.ArrayList;
import java.util.List;

/** The columns that a tool shows of a table, and beside a key of another table the text that tells which row that is. */
record SelectedColumns(NamedSchema schema, NamedTable table, String alias) {
    private static final int WIDTH = 100;

    /** After SELECT, on as many lines as they need. */
    String sql() {
        var names = new UniqueNames();
        var items = new ArrayList<String>();
        table.shown().forEach(column -> {
            names.first("_", table.plain(column));
            items.add(table.selected(alias, column));
        });
        var labels = new ArrayList<String>();
        for (var reference : table.table().foreignKeys()) {
            if (reference.columns().size() == 1
                    && !schema.target(reference).label("p").isEmpty()) {
                labels.add(label(reference, names));
            }
        }
        return wrapped(items)
                + String.join("", labels.stream().map(it -> ",\n  " + it).toList());
    }

    private String label(ForeignKey reference, UniqueNames names) {
        var target = schema.target(reference);
        var plain = table.plain().get(reference.columns().getFirst());
        var name = names.first("_", Names.withoutKey(plain), plain + "_name");
        return "(SELECT %s FROM %s WHERE %s = %s) AS %s"
                .formatted(
                        target.label("p"),
                        target.from("p"),
                        target.column("p", reference.targets().getFirst()),
                        table.column(alias, reference.columns().getFirst()),
                        table.sql().of(name));
    }

    private static String wrapped(List<String> items) {
        var text = new StringBuilder();
        var width = 0;
        for (var item : items) {
            if (!text.isEmpty()) {
                text.append(width + item.length() > WIDTH ? ",\n  " : ", ");
                width = width + item.length() > WIDTH ? 0 : width;
            }
            text.append(item);
            width += item.length() + 2;
        }
        return text.toString();
    }
}
