import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkiverse.mcp.server.Tool;
import io.quarkiverse.mcp.server.ToolArg;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The tools of bench/rivals on the Quarkus MCP server; {@code peers.port} is the port of the HTTP API. */
final class QuarkusTools {
    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ObjectMapper json;
    private final String numbers;

    @Inject
    QuarkusTools(ObjectMapper json, @ConfigProperty(name = "peers.port") int peersPort) {
        this.json = json;
        this.numbers = "http://127.0.0.1:" + peersPort + "/numbers/";
    }

    /** Answered as text, as ours does. */
    public record Square(long id, long square) {}

    /** Runs on the event loop: it waits for nothing. */
    @NonBlocking
    @Tool(description = "The square of a number")
    Square square(@ToolArg(description = "The number") long id) {
        return new Square(id, id * id);
    }

    /** Runs on a thread of the pool of workers, as tools do unless they are annotated. */
    @Tool(name = "square_on_worker", description = "The square of a number")
    Square squareOnWorker(@ToolArg(description = "The number") long id) {
        return square(id);
    }

    @RunOnVirtualThread
    @Tool(description = "The square of a number, by an HTTP API")
    Square operation(@ToolArg(description = "The number") long id) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(numbers + id)).build();
        return json.readValue(http.send(request, BodyHandlers.ofString()).body(), Square.class);
    }
}
