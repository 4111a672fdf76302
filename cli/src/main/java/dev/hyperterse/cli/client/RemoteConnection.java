package dev.hyperterse.cli.client;

import dev.hyperterse.cli.ask.Answers;
import dev.hyperterse.runtime.http.ReplicaEndpoint;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server at a URL, by a route that is open as long as the connection is. */
public final class RemoteConnection implements Connection {
    /** The name of the model in a message that a person wrote in its place. */
    static final String MODEL = "a person at hyperterse call";

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    /** The server bounds the time of a person for each answer. */
    private static final Duration TIMEOUT_WITH_QUESTIONS = Duration.ofHours(1);

    private final Route route;
    private final URI url;
    private final Map<String, String> headers;
    private final McpSyncClient client;

    private RemoteConnection(Route route, Map<String, String> headers, McpSyncClient client) {
        this.route = route;
        this.url = route.url();
        this.headers = Map.copyOf(headers);
        this.client = client;
    }

    /** Of a client that answers no question. */
    public static RemoteConnection open(URI url, Map<String, String> headers, String version) {
        return open(new Route.Direct(url), headers, version, Answers.NONE);
    }

    /**
     * Takes the route over, and closes it with the connection.
     *
     * @throws ConnectionFailure when nothing there speaks MCP
     */
    public static RemoteConnection open(Route route, Map<String, String> headers, String version, Answers answers) {
        try {
            return begin(route, headers, version, answers);
        } catch (RuntimeException | Error failed) {
            route.close();
            throw failed;
        }
    }

    private static RemoteConnection begin(Route route, Map<String, String> headers, String version, Answers answers) {
        var url = route.url();
        var transport = HttpClientStreamableHttpTransport.builder(
                        url.resolve("/").toString())
                .endpoint(McpAddress.path(url))
                .requestBuilder(request(headers))
                .jsonMapper(new JacksonMcpJsonMapper(ExactJson.mapper()))
                .build();
        var client = McpClient.sync(transport)
                .clientInfo(
                        McpSchema.Implementation.builder("hyperterse", version).build())
                .requestTimeout(answers.byPerson() ? TIMEOUT_WITH_QUESTIONS : TIMEOUT)
                .capabilities(capabilities(answers))
                .elicitation(form -> result(answers.fill(ExactJson.mapper().valueToTree(form))))
                .sampling(request -> answers.reply(ExactJson.mapper().valueToTree(request))
                        .map(text -> McpSchema.CreateMessageResult.builder(McpSchema.Role.ASSISTANT, text, MODEL)
                                .build())
                        .orElseThrow(() -> new IllegalStateException("refused by the user")))
                .roots(answers.roots().stream()
                        .map(uri -> McpSchema.Root.builder(uri).build())
                        .toList())
                .build();
        var connection = new RemoteConnection(route, headers, client);
        try {
            client.initialize();
            return connection;
        } catch (RuntimeException failed) {
            var reason = connection.failure(failed);
            client.close();
            throw reason;
        }
    }

    private static McpSchema.ElicitResult result(JsonNode filled) {
        return ExactJson.mapper().treeToValue(filled, McpSchema.ElicitResult.class);
    }

    private static McpSchema.ClientCapabilities capabilities(Answers answers) {
        var capabilities = McpSchema.ClientCapabilities.builder().elicitation().sampling();
        return (answers.roots().isEmpty() ? capabilities : capabilities.roots(false)).build();
    }

    private static HttpRequest.Builder request(Map<String, String> headers) {
        var request = HttpRequest.newBuilder();
        headers.forEach(request::header);
        return request;
    }

    @Override
    public List<JsonNode> listed() {
        return trees(() -> client.listTools().tools());
    }

    @Override
    public List<JsonNode> prompts() {
        return client.getServerCapabilities().prompts() == null
                ? List.of()
                : trees(() -> client.listPrompts().prompts());
    }

    @Override
    public List<JsonNode> resources() {
        if (client.getServerCapabilities().resources() == null) {
            return List.of();
        }
        var resources = new ArrayList<>(trees(() -> client.listResources().resources()));
        resources.addAll(trees(this::templates));
        return resources;
    }

    /** No capability says whether a server has them. */
    private List<McpSchema.ResourceTemplate> templates() {
        try {
            return client.listResourceTemplates().resourceTemplates();
        } catch (McpError refused) {
            if (refused.getJsonRpcError().code() == McpSchema.ErrorCodes.METHOD_NOT_FOUND) {
                return List.of();
            }
            throw refused;
        }
    }

    private List<JsonNode> trees(Supplier<List<?>> list) {
        try {
            return list.get().stream()
                    .map(item -> JsonMapper.shared().<JsonNode>valueToTree(item))
                    .toList();
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public List<JsonNode> tools() {
        return listed();
    }

    @Override
    public ToolAnswer call(String tool, Map<String, Object> arguments) {
        return answer(() -> client.callTool(
                McpSchema.CallToolRequest.builder(tool).arguments(arguments).build()));
    }

    @Override
    public ToolAnswer prompt(String name, Map<String, Object> arguments) {
        return answer(() -> client.getPrompt(
                McpSchema.GetPromptRequest.builder(name).arguments(arguments).build()));
    }

    @Override
    public ToolAnswer read(String uri) {
        return answer(() ->
                client.readResource(McpSchema.ReadResourceRequest.builder(uri).build()));
    }

    private ToolAnswer answer(Supplier<?> question) {
        try {
            return new ToolAnswer.Result(ExactJson.mapper().valueToTree(question.get()));
        } catch (McpError refused) {
            var error = refused.getJsonRpcError();
            return new ToolAnswer.Refused(error.code(), error.message());
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public JsonNode explain(String query) {
        var asked = url.resolve(
                ReplicaEndpoint.EXPLANATION_PATH + "?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
        try (var http = HttpClient.newHttpClient()) {
            var answer = http.send(
                    request(headers).uri(asked).timeout(TIMEOUT).build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new ConnectionFailure("the server at " + url + " does not explain its ranking (HTTP "
                        + answer.statusCode() + "): only 'hyperterse dev' does, and a directory of manifests");
            }
            return JsonMapper.shared().readTree(answer.body());
        } catch (IOException | JacksonException failed) {
            throw failure(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw failure(stopped);
        }
    }

    @Override
    public void close() {
        try {
            client.close();
        } finally {
            route.close();
        }
    }

    private ConnectionFailure failure(Exception failed) {
        return route.failure()
                .map(why -> new ConnectionFailure(why, failed))
                .orElseGet(() -> ConnectionFailures.of(url, !headers.isEmpty(), failed));
    }
}
