package dev.hyperterse.cli.init.generate;

import dev.hyperterse.cli.init.naming.UniqueNames;
import dev.hyperterse.cli.init.schema.DatabaseSchema;
import dev.hyperterse.cli.init.schema.SqlEngine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The manifests of a directory: a server, a file for the tools that explore, one for each table.
 *
 * @param server name of it
 * @param database the name that people know it by
 * @param adapter the connection, as the fields of an adapter in YAML
 * @param sql whether agents may write statements
 */
public record GeneratedFiles(String server, String database, String adapter, boolean sql, DatabaseSchema schema) {
    private static final String EXPLORE = "explore.yaml";
    /** Less than PostgreSQL estimates for tables of 10,000 rows that are joined without a condition. */
    private static final int HIGHEST_COST = 1_000_000;

    /** The result. @param texts by the names of the files @param tools their number */
    public record Made(Map<String, String> texts, int tools, boolean listed, String example) {}

    public Made make() {
        var tools = new UniqueNames();
        var files = new ToolFiles(new ServerManifest(server, adapter, sql));
        var explore = explore();
        explore.keySet().forEach(name -> tools.first("-", name));
        files.addFirst(EXPLORE, List.copyOf(explore.values()));
        var named = NamedSchema.of(schema);
        var example = "list-tables";
        for (var table : named.all()) {
            var made = new TableTools(named, table, tools).all();
            if (example.equals("list-tables") && !table.isLookup()) {
                example = made.stream()
                        .filter(GeneratedTool::needsNothing)
                        .findFirst()
                        .map(GeneratedTool::name)
                        .orElse(example);
            }
            files.add(made, table.one(), table.one() + "-table");
        }
        return files.made(new Instructions(named, database, sql).text(), example);
    }

    private Map<String, String> explore() {
        var explore = new LinkedHashMap<String, String>();
        explore.put("list-tables", builtin("list-tables", "ListTables"));
        explore.put("describe-table", builtin("describe-table", "DescribeTable"));
        explore.put("search-objects", builtin("search-objects", "SearchObjects"));
        if (sql) {
            explore.put("run-sql", builtin("run-sql", "ExecuteSql", limit()));
        }
        return explore;
    }

    /** Costs of other engines have no unit that holds for all their versions. */
    private String limit() {
        return schema.engine() == SqlEngine.POSTGRES ? ", maxCost: " + HIGHEST_COST : "";
    }

    private String builtin(String name, String tool) {
        return builtin(name, tool, "");
    }

    private String builtin(String name, String tool, String more) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: %s}
                spec:
                  serverRefs: [{name: %s}]
                  builtin: {tool: %s, adapter: %s%s}
                """.formatted(name, Yaml.word(server), tool, ServerManifest.ADAPTER, more);
    }
}
