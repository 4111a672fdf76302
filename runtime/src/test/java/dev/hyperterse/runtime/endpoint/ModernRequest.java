package dev.hyperterse.runtime.endpoint;

import dev.hyperterse.runtime.live.Leaves;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A request of the modern era, with all that it has to say of itself unless a test leaves something out.
 *
 * @param params its other parameters, as members of a JSON object
 * @param meta members of its {@code _meta} beside those that are required
 */
public record ModernRequest(String method, Optional<String> name, String params, String meta) {
    public static final String VERSION = "2026-07-28";

    private static final String REQUIRED = "\"io.modelcontextprotocol/protocolVersion\":\"" + VERSION
            + "\",\"io.modelcontextprotocol/clientCapabilities\":{}";

    public static ModernRequest of(String method) {
        return new ModernRequest(method, Optional.empty(), "", "");
    }

    public static ModernRequest of(String method, String params) {
        return new ModernRequest(method, Optional.empty(), params, "");
    }

    public static ModernRequest call(String tool, String arguments) {
        return named("tools/call", "name", tool, ",\"arguments\":" + arguments);
    }

    public static ModernRequest execute(String tool, String inputs) {
        return call("execute", "{\"tool\":\"" + tool + "\",\"inputs\":" + inputs + "}");
    }

    public static ModernRequest read(String uri) {
        return named("resources/read", "uri", uri, "");
    }

    public static ModernRequest prompt(String name, String arguments) {
        return named("prompts/get", "name", name, ",\"arguments\":" + arguments);
    }

    private static ModernRequest named(String method, String member, String name, String params) {
        return new ModernRequest(method, Optional.of(name), "\"" + member + "\":\"" + name + "\"" + params, "");
    }

    public ModernRequest withMeta(String members) {
        return new ModernRequest(method, name, params, members);
    }

    public String body() {
        return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"%s\",\"params\":{%s\"_meta\":{%s}}}"
                .formatted(
                        method,
                        params.isEmpty() ? "" : params + ",",
                        meta.isEmpty() ? REQUIRED : REQUIRED + "," + meta);
    }

    public String[] headers(String... more) {
        var headers = new ArrayList<>(List.of("MCP-Protocol-Version", VERSION, "Mcp-Method", method));
        name.ifPresent(it -> headers.addAll(List.of("Mcp-Name", it)));
        headers.addAll(List.of(more));
        return headers.toArray(String[]::new);
    }

    public HttpResponse<String> post(TestEndpoint endpoint, String... more) throws IOException, InterruptedException {
        return endpoint.post(body(), headers(more));
    }

    public JsonNode answer(TestEndpoint endpoint, String... more) throws IOException, InterruptedException {
        return Leaves.json(post(endpoint, more).body());
    }

    /** The answer of this era, or to the same request in the era of sessions. */
    public JsonNode answer(boolean modern, TestEndpoint endpoint) throws IOException, InterruptedException {
        return modern ? answer(endpoint) : endpoint.call(method, "{" + params + "}");
    }

    /** Sends it on a connection that is read line by line. */
    public Wire on(Wire wire, String... more) throws IOException {
        var head = new StringBuilder("POST /mcp HTTP/1.1\nHost: localhost\nContent-Type: application/json\nAccept: "
                + TestEndpoint.EVENTS + "\nContent-Length: " + body().length() + "\n");
        var headers = headers(more);
        for (int at = 0; at < headers.length; at += 2) {
            head.append(headers[at]).append(": ").append(headers[at + 1]).append('\n');
        }
        return wire.send(head.toString(), body().getBytes(StandardCharsets.UTF_8));
    }
}
