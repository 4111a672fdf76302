package dev.hyperterse.runtime.endpoint;

import dev.hyperterse.runtime.http.ReplicaEndpoint;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client of the modern era, which answers questions by repeating its request with the answers.
 *
 * @param path that it posts to
 * @param capabilities as JSON
 * @param headers of each request, beside those of the protocol: name, value, ...
 */
public record RepeatingClient(TestEndpoint endpoint, String path, String capabilities, List<String> headers) {
    private static final JsonMapper JSON = JsonMapper.shared();

    public RepeatingClient(TestEndpoint endpoint, String capabilities) {
        this(endpoint, capabilities, List.of());
    }

    public RepeatingClient(TestEndpoint endpoint, String capabilities, List<String> headers) {
        this(endpoint, ReplicaEndpoint.PATH, capabilities, headers);
    }

    /** The same client with other headers. */
    public RepeatingClient with(String... other) {
        return new RepeatingClient(endpoint, path, capabilities, List.of(other));
    }

    public static RepeatingClient able(TestEndpoint endpoint) {
        return new RepeatingClient(endpoint, "{\"elicitation\":{},\"sampling\":{},\"roots\":{}}");
    }

    /** The same client at another replica. */
    public RepeatingClient at(TestEndpoint other) {
        return new RepeatingClient(other, path, capabilities, headers);
    }

    /** The same client at another URL of the replica. */
    public RepeatingClient at(String other) {
        return new RepeatingClient(endpoint, other, capabilities, headers);
    }

    /** The parameters of a call of a tool by {@code execute}. */
    public static ObjectNode execute(String tool) {
        return execute(tool, "{\"id\":1}");
    }

    public static ObjectNode execute(String tool, String inputs) {
        var params = JSON.createObjectNode().put("name", "execute");
        params.putObject("arguments").put("tool", tool).set("inputs", JSON.readTree(inputs));
        return params;
    }

    /** The parameters of a direct call. */
    public static ObjectNode direct(String tool) {
        var params = JSON.createObjectNode().put("name", tool);
        params.putObject("arguments").put("id", 1);
        return params;
    }

    /** The same request with what the server asked for, and what it gave for that. @param answers JSON texts by key */
    public static ObjectNode repeated(ObjectNode params, JsonNode asked, Map<String, String> answers) {
        var again = params.deepCopy();
        var responses = again.putObject("inputResponses");
        answers.forEach((key, answer) -> responses.set(key, JSON.readTree(answer)));
        again.set("requestState", asked.at("/result/requestState"));
        return again;
    }

    public JsonNode call(ObjectNode params) throws IOException, InterruptedException {
        return JSON.readTree(post("tools/call", params).body());
    }

    public JsonNode request(String method, ObjectNode params) throws IOException, InterruptedException {
        return JSON.readTree(post(method, params).body());
    }

    public HttpResponse<String> post(String method, ObjectNode params) throws IOException, InterruptedException {
        var sent = params.deepCopy();
        var meta = sent.putObject("_meta").put("io.modelcontextprotocol/protocolVersion", "2026-07-28");
        meta.set("io.modelcontextprotocol/clientCapabilities", JSON.readTree(capabilities));
        var message = JSON.createObjectNode()
                .put("jsonrpc", "2.0")
                .put("id", 7)
                .put("method", method)
                .set("params", sent);
        var all = new ArrayList<>(headers);
        all.addAll(List.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method, "Mcp-Name"));
        all.add(Stream.of("uri", "taskId", "name")
                .filter(params::has)
                .findFirst()
                .map(params::get)
                .orElseThrow()
                .asString());
        return endpoint.postTo(path, message.toString(), all.toArray(String[]::new));
    }

    /** Repeats a request until it has its result. @param user answers a question, by its method and parameters */
    public JsonNode answered(ObjectNode params, Function<JsonNode, String> user)
            throws IOException, InterruptedException {
        var answer = call(params);
        while (isAsked(answer)) {
            var answers = new TreeMap<String, String>();
            answer.at("/result/inputRequests")
                    .properties()
                    .forEach(question -> answers.put(question.getKey(), user.apply(question.getValue())));
            answer = call(repeated(params, answer, answers));
        }
        return answer;
    }

    public static boolean isAsked(JsonNode answer) {
        return answer.at("/result/resultType").asString("").equals("input_required");
    }
}
