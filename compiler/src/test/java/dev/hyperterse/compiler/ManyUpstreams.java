package dev.hyperterse.compiler;

import java.util.ArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A gateway with other MCP servers behind it, of which each lists as many tools as the others.
 *
 * @param port of this machine, which takes the connections to all of them
 */
record ManyUpstreams(int upstreams, int toolsOfEach, int port) implements ServedTools {
    @Override
    public int tools() {
        return upstreams * toolsOfEach;
    }

    @Override
    public int objects() {
        return upstreams;
    }

    @Override
    public String server() {
        var adapters = new ArrayList<String>();
        for (var number = 0; number < upstreams; number++) {
            adapters.add(
                    "    - {name: upstream-%1$d, engine: Mcp, access: ReadWrite, url: \"http://127.0.0.1:%2$d/u%1$d\"}"
                            .formatted(number, port));
        }
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop, uid: server}
                spec:
                  adapters:
                """ + String.join("\n", adapters);
    }

    /** The list of one server, whose first tool has changed with the generation. */
    @Override
    public String object(int number, int generation) {
        var listed = IntStream.range(0, toolsOfEach)
                .mapToObj(tool -> definition(number, tool, tool == 0 ? generation : 1))
                .collect(Collectors.joining(","));
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: upstream-%1$d, uid: upstream-%1$d, generation: %2$d, creationTimestamp: "2026-01-01T00:00:00Z"}
                spec:
                  serverRefs: [{name: shop}]
                  mcp:
                    adapter: upstream-%1$d
                    prefix: u%1$d-
                    definitions: {inline: '{"tools": [%3$s]}'}
                """.formatted(number, generation, listed);
    }

    private static String definition(int upstream, int tool, int generation) {
        return """
                {"name": "orders_%2$d", "description": "Orders of one customer of kind %1$d-%2$d, newest first, version %3$d", \
                "annotations": {"readOnlyHint": true}, "inputSchema": {"type": "object", "properties": {\
                "customer_id": {"type": "integer", "description": "Customer", "minimum": 1}, \
                "status": {"type": "string", "enum": ["open", "paid", "shipped"]}, \
                "since": {"type": "string", "format": "date-time"}}, "required": ["customer_id"]}}""".formatted(upstream, tool, generation);
    }
}
