package dev.hyperterse.calls;

import java.net.URI;
import java.util.Map;

/**
 * A request that a script makes, as its span shows it: by the semantic conventions of OpenTelemetry, without inputs,
 * URLs and results.
 *
 * @param name of the span
 * @param kind of the span
 * @param attributes of the span, by name: texts and integers
 */
public record TracedRequest(String name, Kind kind, Map<String, Object> attributes) {
    private static final int HTTPS = 443;
    private static final int HTTP = 80;

    public enum Kind {
        /** A request to another process. */
        CLIENT,
        INTERNAL
    }

    /** {@code ctx.query}: a span of a database client, whose adapter and system its statement notes. */
    public static TracedRequest query(String name) {
        return new TracedRequest("query " + name, Kind.CLIENT, Map.of("hyperterse.query", name));
    }

    /** {@code ctx.call}. */
    public static TracedRequest tool(String name) {
        return new TracedRequest(
                "execute_tool " + name,
                Kind.INTERNAL,
                Map.of("gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", name));
    }

    /** {@code fetch}. */
    public static TracedRequest fetch(String method, URI url) {
        var port = url.getPort() >= 0 ? url.getPort() : "https".equalsIgnoreCase(url.getScheme()) ? HTTPS : HTTP;
        return new TracedRequest(
                method,
                Kind.CLIENT,
                Map.of(
                        "http.request.method", method,
                        "server.address", String.valueOf(url.getHost()),
                        "server.port", port));
    }
}
