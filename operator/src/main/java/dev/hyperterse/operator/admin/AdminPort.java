package dev.hyperterse.operator.admin;

import dev.hyperterse.telemetry.admin.AdminAccess;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerResponse;
import java.net.InetSocketAddress;
import java.util.Optional;

/** The operator's only port. It answers before the cluster has been read, so that an operator that waits can say so. */
public final class AdminPort implements AutoCloseable {
    private final WebServer server;

    private AdminPort(InetSocketAddress address, Health health, MetricRegistry metrics) {
        this.server = WebServer.builder()
                .address(address.getAddress())
                .port(address.getPort())
                .shutdownHook(false)
                .addRouting(HttpRouting.builder()
                        .addFilter(AdminPort::guard)
                        .get("/livez", (_, response) -> answer(response, health.death()))
                        .get("/readyz", (_, response) -> answer(response, health.unreadiness()))
                        .get("/metrics", (_, response) -> response.header(
                                        HeaderNames.CONTENT_TYPE, metrics.contentType())
                                .send(metrics.exposition())))
                .build();
    }

    public static AdminPort open(InetSocketAddress address, Health health, MetricRegistry metrics) {
        var port = new AdminPort(address, health, metrics);
        port.server.start();
        // The web server only logs that it could not.
        if (!port.server.isRunning()) {
            throw new IllegalStateException("cannot listen on " + address);
        }
        return port;
    }

    public int port() {
        return server.port();
    }

    private static void guard(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        var loopback = request.localPeer().address() instanceof InetSocketAddress socket
                && socket.getAddress().isLoopbackAddress();
        AdminAccess.refusal(
                        request.prologue().method().text(),
                        Optional.ofNullable(request.authority()),
                        request.headers().first(HeaderNames.ORIGIN),
                        loopback)
                .ifPresentOrElse(refusal -> refuse(response, refusal), chain::proceed);
    }

    /** Without a body, which an answer to HEAD must not have. */
    private static void refuse(RoutingResponse response, AdminAccess.Refusal refusal) {
        response.status(Status.create(refusal.status(), refusal.reason()))
                .header(HeaderNames.ALLOW, "GET")
                .send();
    }

    private static void answer(ServerResponse response, Optional<String> trouble) {
        trouble.ifPresentOrElse(
                it -> response.status(Status.SERVICE_UNAVAILABLE_503).send(it + "\n"), () -> response.send("ok\n"));
    }

    @Override
    public void close() {
        server.stop();
    }
}
