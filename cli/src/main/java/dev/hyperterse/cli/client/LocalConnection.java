package dev.hyperterse.cli.client;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.cli.ask.Answers;
import dev.hyperterse.runtime.Replica;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.definition.LiveTool;
import dev.hyperterse.runtime.mcp.call.CallStream;
import dev.hyperterse.runtime.mcp.call.Caller;
import dev.hyperterse.search.ExplanationJson;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A replica of this process, spoken to without a socket between; closed with the connection. */
public final class LocalConnection implements Connection {
    private final Replica replica;
    private final AnsweredCalls calls;
    private final Caller caller;
    private final Set<String> written;

    /** @param version of this client */
    public LocalConnection(Replica replica, Answers answers, String version) {
        this(replica, answers, version, Set.of());
    }

    /**
     * @param version of this client
     * @param written the tools of the directory, served or not
     */
    public LocalConnection(Replica replica, Answers answers, String version, Set<String> written) {
        this.replica = replica;
        this.written = Set.copyOf(written);
        this.calls = new AnsweredCalls(answers, this::respond);
        this.caller = Caller.anonymous(session(answers, version), Optional.empty());
    }

    /** A client can be asked in a session only. */
    private Optional<String> session(Answers answers, String version) {
        var params = JsonMapper.shared().createObjectNode().put("protocolVersion", "2025-11-25");
        params.putObject("clientInfo").put("name", "hyperterse").put("version", version);
        var capabilities = params.putObject("capabilities");
        capabilities.putObject("elicitation");
        capabilities.putObject("sampling");
        if (!answers.roots().isEmpty()) {
            capabilities.putObject("roots");
        }
        var body = request("initialize", params);
        var answer = replica.eras()
                .post(body, body.length, Caller.anonymous(Optional.empty(), Optional.empty()), live(), CallStream.NONE);
        try {
            return answer.sessionId();
        } finally {
            answer.release();
        }
    }

    private void respond(byte[] response) {
        replica.eras()
                .post(response, response.length, caller, live(), CallStream.NONE)
                .release();
    }

    @Override
    public List<JsonNode> listed() {
        return listed("tools/list", "tools");
    }

    @Override
    public List<JsonNode> prompts() {
        return listed("prompts/list", "prompts");
    }

    @Override
    public List<JsonNode> resources() {
        var resources = new ArrayList<>(listed("resources/list", "resources"));
        resources.addAll(listed("resources/templates/list", "resourceTemplates"));
        return resources;
    }

    private List<JsonNode> listed(String method, String items) {
        var found = new ArrayList<JsonNode>();
        var cursor = Optional.<String>empty();
        do {
            var params = JsonMapper.shared().createObjectNode();
            cursor.ifPresent(next -> params.put("cursor", next));
            var page = post(method, params).path("result");
            page.path(items).forEach(found::add);
            cursor = Optional.ofNullable(page.get("nextCursor")).map(JsonNode::stringValue);
        } while (cursor.isPresent());
        return found;
    }

    @Override
    public List<JsonNode> tools() {
        return live().tools().values().stream()
                .map(LiveTool::leaf)
                .sorted(Comparator.comparing(ToolLeaf::name))
                .map(LocalConnection::listed)
                .toList();
    }

    private static JsonNode listed(ToolLeaf tool) {
        var listed = JsonMapper.shared().createObjectNode().put("name", tool.name());
        tool.title().ifPresent(title -> listed.put("title", title));
        tool.description().ifPresent(description -> listed.put("description", description));
        listed.set("inputSchema", tool.inputSchema());
        return listed;
    }

    @Override
    public Set<String> written() {
        return written;
    }

    @Override
    public ToolAnswer call(String tool, Map<String, Object> arguments) {
        var params = JsonMapper.shared().createObjectNode().put("name", tool);
        params.set("arguments", ExactJson.mapper().valueToTree(arguments));
        return answer("tools/call", params);
    }

    @Override
    public ToolAnswer prompt(String name, Map<String, Object> arguments) {
        var params = JsonMapper.shared().createObjectNode().put("name", name);
        params.set("arguments", ExactJson.mapper().valueToTree(arguments));
        return answer("prompts/get", params);
    }

    @Override
    public ToolAnswer read(String uri) {
        return answer("resources/read", JsonMapper.shared().createObjectNode().put("uri", uri));
    }

    private ToolAnswer answer(String method, JsonNode params) {
        var answer = post(method, params);
        var error = answer.path("error");
        return error.isObject()
                ? new ToolAnswer.Refused(
                        error.path("code").asInt(), error.path("message").asString(""))
                : new ToolAnswer.Result(answer.path("result"));
    }

    @Override
    public JsonNode explain(String query) {
        return ExplanationJson.of(live().explain(query));
    }

    private LiveCatalog live() {
        return replica.catalogs().current().orElseThrow();
    }

    private static byte[] request(String method, JsonNode params) {
        var request = JsonMapper.shared()
                .createObjectNode()
                .put("jsonrpc", "2.0")
                .put("id", 1)
                .put("method", method);
        request.set("params", params);
        return ExactJson.mapper().writeValueAsBytes(request);
    }

    private JsonNode post(String method, JsonNode params) {
        var body = request(method, params);
        var answer = replica.eras().post(body, body.length, caller, live(), calls);
        try {
            return ExactJson.mapper().readTree(answer.bytes(), 0, answer.length());
        } finally {
            answer.release();
        }
    }

    @Override
    public void close() {
        replica.close();
        calls.close();
    }
}
