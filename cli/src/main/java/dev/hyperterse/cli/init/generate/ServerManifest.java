package dev.hyperterse.cli.init.generate;

/**
 * The server of a directory.
 *
 * @param adapter the connection, as the fields of an adapter in YAML
 * @param sql whether agents may write statements
 */
public record ServerManifest(String server, String adapter, boolean sql) {
    public static final String FILE = "server.yaml";
    /** The name of its adapter. */
    public static final String ADAPTER = "database";
    /** With more of them, an agent finds tools by words. */
    private static final int MOST_LISTED = 25;

    /** @param tools their number */
    public static boolean areListed(int tools) {
        return tools <= MOST_LISTED;
    }

    public String yaml(boolean listed, String instructions) {
        return """
                # One HyperterseServer is one MCP endpoint. Statements of this adapter only read: access is ReadOnly unless
                # it says otherwise.
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: %s}
                spec:
                  auth: {mode: Anonymous}
                  # %s
                  exposure: %s
                  serverInfo:
                    instructions: |
                %s  adapters:
                    - name: %s
                %s%s""".formatted(
                        Yaml.word(server),
                        listed
                                ? "Clients see every tool. From some thirty tools on, Search costs fewer tokens."
                                : "Clients see two tools, search and execute, and find the others by words.",
                        listed ? "Direct" : "Search",
                        instructions.indent(6),
                        ADAPTER,
                        adapter.indent(6),
                        sql ? "      allowSql: Allowed\n" : "");
    }
}
