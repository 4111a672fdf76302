import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.AbstractProtocol;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;

/**
 * The tools on the official Java SDK in Tomcat: {@code java SdkServer PORT PEERS_PORT} serves the two of bench/rivals until it
 * is killed, {@code java SdkServer PORT API_PORT VALKEY_PORT} the three of bench/workload.
 */
final class SdkServer {
    private static final Map<String, Object> INPUT = Map.of(
            "type", "object", "properties", Map.of("id", Map.of("type", "integer")), "required", List.of("id"));

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final McpJsonMapper json = McpJsonDefaults.getMapper();
    private final String numbers;

    private SdkServer(String peersPort) {
        this.numbers = "http://127.0.0.1:" + peersPort + "/numbers/";
    }

    public static void main(String[] given) throws Exception {
        var transport = HttpServletStreamableServerTransportProvider.builder()
                .mcpEndpoint("/mcp")
                .build();
        // The tools run on the virtual thread of their request: without immediateExecution each would change threads.
        var server = McpServer.sync(transport).serverInfo("sdk", "1").immediateExecution(true);
        if (given.length > 2) {
            new SdkShop(given[1], Integer.parseInt(given[2])).addTo(server);
        } else {
            new SdkServer(given[1]).addTo(server);
        }
        server.build();
        serve(transport, Integer.parseInt(given[0]));
    }

    private void addTo(McpServer.SyncSpecification<?> server) {
        server.toolCall(
                        tool("square", "The square of a number"),
                        (_, request) -> text(square(id(request.arguments()))))
                .toolCall(
                        tool("operation", "The square of a number, by an HTTP API"),
                        (_, request) -> text(numberOfApi(id(request.arguments()))));
    }

    private static void serve(HttpServletStreamableServerTransportProvider transport, int port) throws Exception {
        var tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("sdk").toString());
        var connector = new Connector();
        connector.setPort(port);
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("maxKeepAliveRequests", "-1");
        ((AbstractProtocol<?>) connector.getProtocolHandler()).setExecutor(new VirtualThreadExecutor("request-"));
        tomcat.setConnector(connector);
        var context = tomcat.addContext("", null);
        var servlet = Tomcat.addServlet(context, "mcp", transport);
        servlet.setAsyncSupported(true);
        context.addServletMappingDecoded("/*", "mcp");
        tomcat.start();
        tomcat.getServer().await();
    }

    private static Tool tool(String name, String description) {
        return Tool.builder().name(name).description(description).inputSchema(INPUT).build();
    }

    private static long id(Map<String, Object> arguments) {
        return ((Number) arguments.get("id")).longValue();
    }

    private static Map<String, Object> square(long id) {
        return Map.of("id", id, "square", id * id);
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> numberOfApi(long id) {
        var request = HttpRequest.newBuilder(URI.create(numbers + id)).build();
        try {
            return json.readValue(http.send(request, BodyHandlers.ofString()).body(), Map.class);
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** As ours answers. */
    private CallToolResult text(Map<String, Object> value) {
        try {
            return CallToolResult.builder()
                    .addTextContent(json.writeValueAsString(value))
                    .build();
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
