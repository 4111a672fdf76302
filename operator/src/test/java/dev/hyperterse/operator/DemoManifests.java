package dev.hyperterse.operator;

/** A server with an embedded database and tools that answer with a number, as their authors write them. */
final class DemoManifests {
    private DemoManifests() {}

    static String server() {
        return server("Same");
    }

    /** @param adapterGrant of which namespaces tools may use its adapter */
    static String server(String adapterGrant) {
        return """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata:
              name: shop
            spec:
              adapters:
                - name: demo
                  namespaces: {from: %s}
                  engine: Sqlite
                  url: ":memory:"
            """.formatted(adapterGrant);
    }

    static String tool(String name, String statement) {
        return """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata:
              name: %s
            spec:
              serverRefs: [{name: shop}]
              description: A number
              statement:
                adapter: demo
                text: {inline: "%s"}
            """.formatted(name, statement);
    }
}
