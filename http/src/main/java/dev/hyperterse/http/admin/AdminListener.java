package dev.hyperterse.http.admin;

import dev.hyperterse.http.connection.ConnectionMemory;
import dev.hyperterse.http.connection.ReadLimits;
import dev.hyperterse.http.connection.Refusals;
import dev.hyperterse.http.connection.StrictConnections;
import io.helidon.http.DirectHandler;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.DirectHandler.TransportRequest;
import io.helidon.http.DirectHandler.TransportResponse;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;

/**
 * An open port beside that of MCP: which requests it accepts, how long one may take to arrive, and how many connections
 * may be open. Connections that send nothing are closed for new ones, so they cannot keep a probe out.
 */
public final class AdminListener implements AutoCloseable {
    /** Many more than probes, scrapes and operators need together. */
    static final int MOST_CONNECTIONS = 256;

    /** A hundred scrapes at a time, each with a token of 2 KB. Probes have short heads, which need none. */
    private static final long MEMORY_OF_HEADS = 1 << 20;

    private static final Header ALLOWED = HeaderValues.createCached(HeaderNames.ALLOW, "GET");
    private static final Refusals REFUSALS =
            new Refusals(empty("408 Request Timeout"), empty("503 Service Unavailable"));

    private final StrictConnections connections;
    private final WebServer server;

    private AdminListener(
            InetSocketAddress address,
            HttpRouting.Builder routes,
            ReadLimits limits,
            Function<RoutingRequest, Optional<AdminAccess.Refusal>> access) {
        // Nothing that is asked here has a body.
        this.connections = new StrictConnections(
                ConnectionMemory.of(MOST_CONNECTIONS, MEMORY_OF_HEADS), limits, REFUSALS, () -> 0);
        this.server = connections
                .serve(WebServer.builder())
                .address(address.getAddress())
                .port(address.getPort())
                .shutdownHook(false)
                .maxPayloadSize(0)
                .directHandlers(DirectHandlers.builder()
                        .addHandler(EventType.BAD_REQUEST, AdminListener::unreadable)
                        .build())
                .addRouting(routes.addFilter((chain, request, response) ->
                        access.apply(request).ifPresentOrElse(refusal -> refuse(response, refusal), chain::proceed)))
                .build();
    }

    public static AdminListener start(InetSocketAddress address, HttpRouting.Builder routes) {
        return start(address, routes, ReadLimits.standard());
    }

    static AdminListener start(InetSocketAddress address, HttpRouting.Builder routes, ReadLimits limits) {
        return started(address, new AdminListener(address, routes, limits, AdminListener::refusal));
    }

    /** @param access why a request is refused before it comes to a route; empty when it is allowed */
    public static AdminListener start(
            InetSocketAddress address,
            HttpRouting.Builder routes,
            Function<RoutingRequest, Optional<AdminAccess.Refusal>> access) {
        return started(address, new AdminListener(address, routes, ReadLimits.standard(), access));
    }

    private static AdminListener started(InetSocketAddress address, AdminListener listener) {
        listener.server.start();
        // The web server only logs that it could not.
        if (!listener.server.isRunning()) {
            listener.close();
            throw new IllegalStateException("cannot listen on " + address);
        }
        return listener;
    }

    public int port() {
        return server.port();
    }

    private static byte[] empty(String status) {
        return ("HTTP/1.1 " + status + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static Optional<AdminAccess.Refusal> refusal(RoutingRequest request) {
        var loopback = request.localPeer().address() instanceof InetSocketAddress socket
                && socket.getAddress().isLoopbackAddress();
        return AdminAccess.refusal(
                request.prologue().method().text(),
                Optional.ofNullable(request.authority()),
                request.headers().first(HeaderNames.ORIGIN),
                loopback);
    }

    /** Requests that are refused before they reach the filter. */
    private static TransportResponse unreadable(
            TransportRequest request, EventType type, Status status, ServerResponseHeaders headers, String message) {
        if (status.equals(Status.METHOD_NOT_ALLOWED_405)) {
            headers.set(ALLOWED);
        }
        return DirectHandler.defaultHandler().handle(request, type, status, headers, message);
    }

    /** Without a body, which an answer to HEAD must not have. */
    private static void refuse(RoutingResponse response, AdminAccess.Refusal refusal) {
        response.status(Status.create(refusal.status(), refusal.reason()))
                .header(ALLOWED)
                .send();
    }

    @Override
    public void close() {
        server.stop();
        connections.close();
    }
}
