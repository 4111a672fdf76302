package dev.hyperterse.cli.init.read;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A database of tables behind a replica of this process, whose only tool runs SQL. */
public final class ServedDatabase implements Database, AutoCloseable {
    private static final String TOOL = "read-catalog";
    private static final String TOOLS = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: read-catalog}
            spec:
              serverRefs: [{name: %s}]
              result: {maxRows: 1000000, overflow: Fail}
              builtin: {tool: ExecuteSql, adapter: database}
            """;

    private final ServedTools tools;

    private ServedDatabase(ServedTools tools) {
        this.tools = tools;
    }

    /**
     * @param server its name
     * @param files manifests of a server whose adapter {@code database} allows SQL
     * @param data where files of databases are
     */
    public static ServedDatabase serve(String server, Map<String, String> files, Path data, String version) {
        var all = new LinkedHashMap<>(files);
        all.put("tools.yaml", TOOLS.formatted(server));
        return new ServedDatabase(ServedTools.serve(all, data, version));
    }

    @Override
    public List<JsonNode> rows(String sql) {
        return tools.rows(TOOL, Map.of("sql", sql));
    }

    @Override
    public void close() {
        tools.close();
    }
}
