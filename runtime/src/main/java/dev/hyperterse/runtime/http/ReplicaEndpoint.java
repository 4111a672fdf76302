package dev.hyperterse.runtime.http;

import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.http.connection.ConnectionMemory;
import dev.hyperterse.http.connection.StrictConnections;
import dev.hyperterse.runtime.auth.Authentications;
import dev.hyperterse.runtime.auth.caller.AuthenticationObserver;
import dev.hyperterse.runtime.http.request.CalledUrl;
import dev.hyperterse.runtime.http.request.RequestOrigin;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.mcp.EraSelector;
import dev.hyperterse.runtime.page.LocalPageService;
import dev.hyperterse.runtime.page.LocalPages;
import io.helidon.http.Header;
import io.helidon.http.Method;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** The public port of a replica. */
public final class ReplicaEndpoint implements AutoCloseable {
    public static final String PATH = CalledUrl.PATH;

    private static final String HEARTBEAT_PATH = "/heartbeat";

    /** Explains the ranking of a search, on a developer's machine only. */
    public static final String EXPLANATION_PATH = "/search/explanation";

    private static final byte[] ALIVE = "{\"success\":true}".getBytes(StandardCharsets.US_ASCII);

    private static final Duration LOOK = Duration.ofMillis(20);

    private final GracefulShutdown shutdown = new GracefulShutdown();
    private final Duration silence;
    private final ResponseWatchdog watchdog;
    private final StrictConnections connections;
    private final Admission admission;
    private final McpService service;
    private final Optional<ExplanationService> explanations;
    private final EraSelector eras;

    public ReplicaEndpoint(
            LiveCatalogs catalogs,
            EraSelector eras,
            BufferBudget budget,
            RequestOrigin origins,
            Authentications authentications,
            AuthenticationObserver observer,
            ConnectionMemory memory) {
        this(
                catalogs,
                eras,
                budget,
                origins,
                authentications,
                observer,
                memory,
                origins.loopbackOnly() ? Timeouts.onADesk() : Timeouts.standard());
    }

    public ReplicaEndpoint(
            LiveCatalogs catalogs,
            EraSelector eras,
            BufferBudget budget,
            RequestOrigin origins,
            Authentications authentications,
            AuthenticationObserver observer,
            ConnectionMemory memory,
            Timeouts timeouts) {
        this.silence = timeouts.silence();
        this.watchdog = new ResponseWatchdog(timeouts.write(), budget);
        this.eras = eras;
        this.admission = new Admission(catalogs, origins, authentications, observer);
        this.connections = new StrictConnections(
                memory, timeouts.request(), TransportFaults.refusals(), admission::largestRequest);
        this.service = new McpService(admission, eras, connections::mostStreams, budget, watchdog, shutdown);
        this.explanations = origins.loopbackOnly() ? Optional.of(new ExplanationService(admission)) : Optional.empty();
    }

    /** The number of open connections. */
    public int connections() {
        return connections.open();
    }

    /** The bytes that requests hold of the memory that all connections share. */
    public long heldByRequests() {
        return connections.heldByRequests();
    }

    /**
     * The limit of open connections, while as many of them have event streams as do now; a connection beyond it gets
     * 503 and is closed.
     */
    public int mostConnections() {
        return connections.most();
    }

    /** A listener that serves only this endpoint. */
    public WebServerConfig.Builder listener() {
        return listener(LocalPages.NONE);
    }

    /** A listener that serves this endpoint, and pages beside it to browsers of this machine. */
    public WebServerConfig.Builder listener(LocalPages pages) {
        var local = new LocalPageService(pages);
        return connections
                .serve(WebServerConfig.builder())
                // Otherwise a response of several packets is delayed by 40 ms, until the client acknowledges the first.
                .connectionOptions(options -> options.tcpNoDelay(true))
                .directHandlers(TransportFaults.handlers())
                .errorHandling(handling -> handling.includeEntity(true))
                .routing(routing ->
                        routing.any(new CloseAfterResponse((request, response) -> serve(local, request, response))));
    }

    /**
     * Routes by the raw path: the server would decode it and resolve its dots first, so that {@code /%6dcp} would
     * bypass a proxy's rule for {@code /mcp}. All other paths get 404, which pages of all origins can read.
     */
    private void serve(LocalPageService local, ServerRequest request, ServerResponse response) throws Exception {
        var path = request.prologue().uriPath().rawPath();
        switch (path) {
            case HEARTBEAT_PATH -> heartbeat(request, response);
            case EXPLANATION_PATH -> explain(request, response);
            default -> {
                if (path.equals(PATH) || path.startsWith(PATH + "/")) {
                    endpoint(path, request, response);
                } else if (local.has(path)) {
                    local.handle(path, request, response);
                } else {
                    metadata(path, request, response);
                }
            }
        }
    }

    private void endpoint(String path, ServerRequest request, ServerResponse response) throws IOException {
        var card = path.endsWith(ServerCard.PATH) ? admission.card(path, eras.served()) : Optional.<byte[]>empty();
        if (card.isPresent()) {
            describe(card.get(), ServerCard.TYPE, request, response.header(Headers.PUBLIC_FOR_MINUTES));
        } else {
            service.handle(request, response);
        }
    }

    private void metadata(String path, ServerRequest request, ServerResponse response) {
        admission
                .metadata(path)
                .ifPresentOrElse(
                        document -> describe(document, Headers.JSON, request, response),
                        () -> McpService.notFound(request, response));
    }

    /** Clients read this before they can authenticate, so it needs no credentials and allows any origin. */
    private static void describe(byte[] document, Header type, ServerRequest request, ServerResponse response) {
        response.header(Headers.ANY_ORIGIN);
        if (request.prologue().method().equals(Method.OPTIONS)) {
            CrossOrigin.preflight(response, Stream.empty());
        } else if (isRead(request)) {
            Refusal.sendBody(request, response.header(type), document, document.length);
        } else {
            McpService.notAllowed(request, response, Headers.ALLOW_READING);
        }
    }

    private void heartbeat(ServerRequest request, ServerResponse response) {
        response.header(Headers.ANY_ORIGIN);
        if (!isRead(request)) {
            McpService.notAllowed(request, response, Headers.ALLOW_READING);
            return;
        }
        shutdown.announceClose(response);
        Refusal.sendBody(request, response.header(Headers.JSON), ALIVE, ALIVE.length);
    }

    private void explain(ServerRequest request, ServerResponse response) {
        explanations
                .filter(offered -> request.prologue().method().equals(Method.GET))
                .ifPresentOrElse(
                        offered -> offered.handle(request, response), () -> McpService.notFound(request, response));
    }

    private static boolean isRead(ServerRequest request) {
        return request.prologue().method().equals(Method.GET) || Refusal.isHead(request);
    }

    /**
     * Ends the streams one after the other, then waits for requests in progress. Calls that run longer than {@code
     * timeout} after the last stream has ended are cancelled. New calls are served until the listener is closed, and
     * their responses announce that the connection is closed.
     *
     * @return the number of cancelled calls
     */
    public int drain(Duration timeout) {
        shutdown.begin();
        var streamShutdown = eras.beginShutdown();
        boolean waits = true;
        while (waits && streamShutdown.endDue(System.nanoTime())) {
            waits = paused();
        }
        long until = System.nanoTime() + timeout.toNanos();
        // A task runs on without a request.
        while (waits && !(shutdown.isComplete(silence) && eras.running() == 0)) {
            waits = until - System.nanoTime() > 0 && paused();
        }
        int late = eras.running();
        if (late > 0) {
            eras.cancelAll();
        }
        return late;
    }

    /** False when the draining thread was interrupted. */
    private static boolean paused() {
        try {
            Thread.sleep(LOOK);
            return true;
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        connections.close();
        watchdog.close();
        eras.closeStreams();
    }
}
