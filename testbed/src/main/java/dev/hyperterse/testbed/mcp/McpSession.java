package dev.hyperterse.testbed.mcp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One session at an endpoint. An answer that is not a result is an {@link IOException} with the answer in it. */
public final class McpSession {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final McpEndpoint endpoint;
    private final String id;
    private final AtomicLong requests = new AtomicLong();

    McpSession(McpEndpoint endpoint, String id) {
        this.endpoint = endpoint;
        this.id = id;
    }

    /** The same session at another address of the server. */
    public McpSession at(McpEndpoint other) {
        return new McpSession(other, id);
    }

    public String id() {
        return id;
    }

    /** Sends a request; {@code params} is JSON. */
    public JsonNode request(String method, String params) throws IOException {
        var body = "{\"jsonrpc\":\"2.0\",\"id\":" + requests.incrementAndGet() + ",\"method\":\"" + method
                + "\",\"params\":" + params + "}";
        var answer = endpoint.post(body, Optional.of(id));
        var message = JSON.readTree(json(answer.body()));
        if (answer.statusCode() != 200 || !message.has("result")) {
            throw new IOException(method + " " + params + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return message.get("result");
    }

    /** The rows, or whatever the tool's text is, of a tool that is found by search. */
    public JsonNode execute(String tool, String inputs) throws IOException {
        return text(request(
                "tools/call",
                "{\"name\":\"execute\",\"arguments\":{\"tool\":" + JSON.writeValueAsString(tool) + ",\"inputs\":"
                        + inputs + "}}"));
    }

    /** The hits of search, best first. */
    public List<JsonNode> search(String query) throws IOException {
        var hits = text(request(
                "tools/call",
                "{\"name\":\"search\",\"arguments\":{\"query\":" + JSON.writeValueAsString(query) + "}}"));
        return hits.valueStream().toList();
    }

    /** Every listed tool, page after page. */
    public List<JsonNode> tools() throws IOException {
        var tools = new ArrayList<JsonNode>();
        var cursor = Optional.<String>empty();
        do {
            var page = request(
                    "tools/list",
                    cursor.map(it -> "{\"cursor\":" + JSON.writeValueAsString(it) + "}")
                            .orElse("{}"));
            page.get("tools").forEach(tools::add);
            cursor = Optional.ofNullable(page.get("nextCursor")).map(JsonNode::stringValue);
        } while (cursor.isPresent());
        return tools;
    }

    /** Opens the stream on which the server speaks first; returns once it is open. */
    public NoticeStream listen() throws IOException {
        return NoticeStream.open(endpoint, id);
    }

    private static JsonNode text(JsonNode result) throws IOException {
        if (result.path("isError").asBoolean(false)) {
            throw new IOException("the tool failed: " + result);
        }
        return JSON.readTree(result.at("/content/0/text").stringValue());
    }

    /** A slow answer comes as an event stream. */
    private static String json(String body) {
        return body.startsWith("{")
                ? body
                : body.lines()
                        .filter(line -> line.startsWith("data: "))
                        .map(line -> line.substring("data: ".length()))
                        .reduce((_, last) -> last)
                        .orElse("{}");
    }
}
