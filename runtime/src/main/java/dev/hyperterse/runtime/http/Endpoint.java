package dev.hyperterse.runtime.http;

import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.mcp.LegacyEra;
import dev.hyperterse.runtime.mcp.stream.ListeningStreams;
import dev.hyperterse.runtime.pipeline.BufferBudget;
import io.helidon.webserver.http.HttpRouting;
import java.nio.charset.StandardCharsets;

/** What a replica offers on its public port. */
public final class Endpoint implements AutoCloseable {
    public static final String PATH = "/mcp";

    private static final byte[] ALIVE = "{\"success\":true}".getBytes(StandardCharsets.US_ASCII);

    private final SlowCalls slowCalls = new SlowCalls();
    private final McpService service;

    public Endpoint(
            LiveCatalogs catalogs,
            LegacyEra legacy,
            ListeningStreams streams,
            BufferBudget budget,
            RequestOrigin origins) {
        service = new McpService(catalogs, legacy, streams, budget, new CrossOrigin(origins), slowCalls);
    }

    /** Adds the endpoint's paths; anything else is not found. */
    public void routing(HttpRouting.Builder routing) {
        routing.register(PATH, service).get("/heartbeat", (request, response) -> response.header(Headers.JSON)
                .header(Headers.ANY_ORIGIN)
                .send(ALIVE));
    }

    @Override
    public void close() {
        slowCalls.close();
    }
}
