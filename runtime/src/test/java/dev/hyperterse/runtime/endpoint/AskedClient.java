package dev.hyperterse.runtime.endpoint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client with a session that reads the stream of its calls line by line, and posts replies. */
public final class AskedClient {
    private static final String DATA = "data: {";

    private final TestEndpoint endpoint;
    private final String session;

    /** @param capabilities as JSON */
    public AskedClient(TestEndpoint endpoint, String capabilities) throws IOException, InterruptedException {
        this.endpoint = endpoint;
        this.session = endpoint.post("""
                        {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
                        "capabilities":%s,"clientInfo":{"name":"test","version":"1"}}}""".formatted(capabilities))
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
    }

    private AskedClient(TestEndpoint endpoint, AskedClient of) {
        this.endpoint = endpoint;
        this.session = of.session;
    }

    public static AskedClient able(TestEndpoint endpoint) throws IOException, InterruptedException {
        return new AskedClient(endpoint, "{\"elicitation\":{},\"sampling\":{},\"roots\":{}}");
    }

    /** The same session on another replica. */
    public AskedClient at(TestEndpoint other) {
        return new AskedClient(other, this);
    }

    public String session() {
        return session;
    }

    /** Begins a call of a tool, with id 7. */
    public Wire begin(String tool) throws IOException {
        return begin(tool, "{\"id\":1}");
    }

    public Wire begin(String tool, String inputs) throws IOException {
        var body = """
                {"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"execute",\
                "arguments":{"tool":"%s","inputs":%s}}}""".formatted(tool, inputs).getBytes(StandardCharsets.UTF_8);
        return new Wire(endpoint).send("""
                POST /mcp HTTP/1.1
                Host: localhost
                Connection: close
                Accept: application/json, text/event-stream
                Content-Type: application/json
                Content-Length: %d
                Mcp-Session-Id: %s""".formatted(body.length, session), body);
    }

    public static JsonNode message(Wire stream) throws IOException {
        return JsonMapper.shared().readTree(stream.lineBeginning(DATA).substring(DATA.length() - 1));
    }

    /** Posts a response; returns the status of HTTP. */
    public int reply(JsonNode request, String result) throws IOException, InterruptedException {
        return replyTo(request.get("id").toString(), "\"result\":" + result);
    }

    public int replyTo(String id, String members) throws IOException, InterruptedException {
        return endpoint.post("{\"jsonrpc\":\"2.0\",\"id\":%s,%s}".formatted(id, members), "Mcp-Session-Id", session)
                .statusCode();
    }

    public int cancel() throws IOException, InterruptedException {
        return endpoint.post(
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}",
                        "Mcp-Session-Id",
                        session)
                .statusCode();
    }

    public void end() throws IOException {
        try (var end = new Wire(endpoint)) {
            end.send("DELETE /mcp HTTP/1.1\nHost: localhost\nMcp-Session-Id: " + session);
            end.status();
        }
    }
}
