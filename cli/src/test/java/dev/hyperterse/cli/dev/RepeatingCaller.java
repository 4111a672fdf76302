package dev.hyperterse.cli.dev;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client of MCP 2026-07-28 that can be asked for everything, and repeats its calls with the answers.
 *
 * @param headers of each request, beside those of the protocol
 * @param user answers a question, by its method and parameters, with JSON
 */
record RepeatingCaller(URI url, Map<String, String> headers, Function<JsonNode, String> user) {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String VERSION = "2026-07-28";
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** The text of what {@code execute} answers in the end. */
    String execute(String tool, Map<String, Object> inputs) {
        var params = JSON.createObjectNode().put("name", "execute");
        params.putObject("arguments").put("tool", tool).set("inputs", JSON.valueToTree(inputs));
        var answer = call(params);
        while (answer.at("/result/resultType").asString("").equals("input_required")) {
            var asked = answer.at("/result/inputRequests");
            var responses = params.putObject("inputResponses");
            asked.properties()
                    .forEach(question ->
                            responses.set(question.getKey(), JSON.readTree(user.apply(question.getValue()))));
            params.set("requestState", answer.at("/result/requestState"));
            answer = call(params);
        }
        return answer.at("/result/content/0/text").asString(answer.toString());
    }

    private JsonNode call(ObjectNode params) {
        var meta = params.putObject("_meta").put("io.modelcontextprotocol/protocolVersion", VERSION);
        meta.putObject("io.modelcontextprotocol/clientInfo")
                .put("name", "hyperterse")
                .put("version", "1");
        var capabilities = meta.putObject("io.modelcontextprotocol/clientCapabilities");
        capabilities.putObject("elicitation");
        capabilities.putObject("sampling");
        capabilities.putObject("roots");
        var message = JSON.createObjectNode()
                .put("jsonrpc", "2.0")
                .put("id", 1)
                .put("method", "tools/call")
                .set("params", params);
        var request = HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .header("MCP-Protocol-Version", VERSION)
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", "execute")
                .POST(HttpRequest.BodyPublishers.ofString(message.toString()));
        headers.forEach(request::header);
        try {
            return JSON.readTree(
                    HTTP.send(request.build(), BodyHandlers.ofString()).body());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException ended) {
            throw new IllegalStateException(ended);
        }
    }
}
