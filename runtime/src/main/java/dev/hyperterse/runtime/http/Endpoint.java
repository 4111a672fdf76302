package dev.hyperterse.runtime.http;

import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.mcp.LegacyEra;
import dev.hyperterse.runtime.mcp.stream.ListeningStreams;
import dev.hyperterse.runtime.pipeline.BufferBudget;
import io.helidon.webserver.http.HttpRouting;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** What a replica offers on its public port. */
public final class Endpoint implements AutoCloseable {
    public static final String PATH = "/mcp";

    private static final byte[] ALIVE = "{\"success\":true}".getBytes(StandardCharsets.US_ASCII);

    private static final Duration LOOK = Duration.ofMillis(20);

    /** Long enough for a large answer over a bad line. */
    private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(30);

    private final SlowCalls slowCalls;
    private final McpService service;
    private final LegacyEra legacy;
    private final ListeningStreams streams;

    public Endpoint(
            LiveCatalogs catalogs,
            LegacyEra legacy,
            ListeningStreams streams,
            BufferBudget budget,
            RequestOrigin origins) {
        this(catalogs, legacy, streams, budget, origins, WRITE_TIMEOUT);
    }

    Endpoint(
            LiveCatalogs catalogs,
            LegacyEra legacy,
            ListeningStreams streams,
            BufferBudget budget,
            RequestOrigin origins,
            Duration writeTimeout) {
        this.slowCalls = new SlowCalls(writeTimeout);
        this.legacy = legacy;
        this.streams = streams;
        this.service = new McpService(catalogs, legacy, streams, budget, new CrossOrigin(origins), slowCalls);
    }

    /** Adds the endpoint's paths; anything else is not found. */
    public void routing(HttpRouting.Builder routing) {
        routing.any(PATH, service).get("/heartbeat", (request, response) -> response.header(Headers.JSON)
                .header(Headers.ANY_ORIGIN)
                .send(ALIVE));
    }

    /**
     * Ends the streams, whose clients come back elsewhere, and waits for the calls; what still runs after so long is
     * cancelled. New calls are served until the listener is closed: whoever still sends them here knows no other place.
     */
    public void drain(Duration patience) throws InterruptedException {
        streams.close();
        long until = System.nanoTime() + patience.toNanos();
        while (legacy.running() > 0 && until - System.nanoTime() > 0) {
            Thread.sleep(LOOK);
        }
        legacy.cancelAll();
    }

    @Override
    public void close() {
        slowCalls.close();
        streams.close();
    }
}
