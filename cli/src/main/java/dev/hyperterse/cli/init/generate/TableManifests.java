package dev.hyperterse.cli.init.generate;

import dev.hyperterse.cli.init.naming.UniqueNames;
import dev.hyperterse.cli.init.schema.DatabaseSchema;
import dev.hyperterse.cli.init.schema.TableName;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tools of each table as manifests for a server that exists. */
public final class TableManifests {
    private final Map<TableName, List<Made>> byTable = new LinkedHashMap<>();

    /** A tool. @param yaml its manifest */
    public record Made(String name, String description, String yaml) {}

    /**
     * @param schema what can be served of it
     * @param taken names of tools that are not given again
     */
    public TableManifests(String server, String adapter, DatabaseSchema schema, Collection<String> taken) {
        var tools = new UniqueNames();
        taken.forEach(name -> tools.first("-", name));
        var named = NamedSchema.of(schema);
        named.all()
                .forEach(table -> byTable.put(
                        table.table().name(),
                        new TableTools(named, table, tools)
                                .all().stream()
                                        .map(tool ->
                                                new Made(tool.name(), tool.description(), tool.yaml(server, adapter)))
                                        .toList()));
    }

    /** Empty for a table that cannot be served. */
    public List<Made> of(TableName table) {
        return byTable.getOrDefault(table, List.of());
    }
}
