package dev.hyperterse.playground.e2e;

/** Manifests of a small shop on an embedded database, which every replica has its own copy of. */
final class Shop {
    private Shop() {}

    /** A server that needs nothing from outside. */
    public static String server(String name, int replicas) {
        return server(name, replicas, "");
    }

    /** A server that lists its tools beside search and execute. */
    static String listingServer(String name, int replicas) {
        return server(name, replicas, "  exposure: SearchAndDirect\n");
    }

    /** @param more further fields of the spec, indented by two spaces */
    public static String server(String name, int replicas, String more) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata:
                  name: %s
                spec:
                  auth: {mode: Anonymous}
                  adapters:
                    - name: db
                      engine: Sqlite
                      url: ":memory:"
                      sqlite:
                        initSql:
                          inline: |
                            CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT, status TEXT);
                            INSERT INTO orders VALUES (1, 'Ada', 'open'), (2, 'Grace', 'paid');
                  workload:
                    replicas: %d
                    resources: {requests: {cpu: 50m, memory: 192Mi}, limits: {memory: 384Mi}}
                %s""".formatted(name, replicas, more);
    }

    /** A tool that answers with its version. */
    public static String tool(String name, String server, String description, String version) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata:
                  name: %s
                spec:
                  serverRefs: [{name: %s}]
                  description: %s
                  statement:
                    adapter: db
                    text: {inline: "SELECT '%s' AS version"}
                """.formatted(name, server, description, version);
    }

    /** The same tool under another public name. */
    static String named(String publicName, String tool) {
        return tool.replace("\nspec:\n", "\nspec:\n  name: " + publicName + "\n");
    }

    /** A tool with an input. */
    static String orders(String server) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata:
                  name: list-orders
                spec:
                  serverRefs: [{name: %s}]
                  description: Orders of one customer
                  inputs:
                    - {name: customer, type: string, description: Name of the customer}
                  statement:
                    adapter: db
                    text: {inline: "SELECT id, status FROM orders WHERE customer = {{ inputs.customer }}"}
                """.formatted(server);
    }
}
