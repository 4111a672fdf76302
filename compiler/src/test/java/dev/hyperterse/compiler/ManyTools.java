package dev.hyperterse.compiler;

import java.util.ArrayList;

/** A shop with as many tools as a benchmark asks for, half of them on each of two adapters. */
final class ManyTools {
    static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop, uid: server}
            spec:
              env: [{name: REGION, value: eu, namespaces: {from: Same}}, {name: LIMIT, value: "10"}]
              adapters:
                - {name: warehouse, engine: Postgres, url: "postgresql://db:5432/shop", username: {value: app}, password: {value: p}}
                - {name: local, engine: Sqlite, url: ":memory:"}
            """;

    private ManyTools() {}

    static String[] manifests(int tools) {
        var documents = new ArrayList<String>();
        documents.add(SERVER);
        for (var number = 0; number < tools; number++) {
            documents.add(tool(number, 1));
        }
        return documents.toArray(String[]::new);
    }

    static String tool(int number, int generation) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: tool-%1$d, uid: tool-%1$d, generation: %2$d, creationTimestamp: "2026-01-01T00:00:00Z"}
                spec:
                  serverRefs: [{name: shop}]
                  title: Tool %1$d
                  description: Orders of one customer of kind %1$d, newest first, version %2$d
                  inputs:
                    - {name: customer_id, type: int, description: Customer, minimum: 1}
                    - {name: status, type: string, enum: [open, paid, shipped], default: open}
                    - {name: since, type: datetime, optional: true}
                  statement:
                    adapter: %3$s
                    text:
                      inline: >-
                        SELECT id, total FROM orders_%1$d WHERE customer_id = {{ inputs.customer_id }}
                        AND status = {{ inputs.status }} AND region = {{ env.REGION }} ORDER BY id LIMIT 20
                """.formatted(number, generation, number % 2 == 0 ? "warehouse" : "local");
    }
}
