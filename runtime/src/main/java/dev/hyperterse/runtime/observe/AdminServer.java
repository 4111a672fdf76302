package dev.hyperterse.runtime.observe;

import dev.hyperterse.runtime.http.connection.ReadLimits;
import dev.hyperterse.runtime.http.connection.Refusals;
import dev.hyperterse.runtime.http.connection.StrictConnections;
import dev.hyperterse.telemetry.admin.AdminAccess;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * The port for probes, scrapes and the operator; never the port of clients. It answers before there is a catalog, so
 * that a replica that waits for one can say so.
 */
public final class AdminServer implements AutoCloseable {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
    /** Many more than probes, scrapes and operators need together. */
    private static final int MOST_CONNECTIONS = 256;

    private static final Refusals REFUSALS =
            new Refusals(empty("408 Request Timeout"), empty("503 Service Unavailable"));

    private final Readiness readiness;
    private final MetricRegistry metrics;
    private final ServedRevision revision;
    private final JsonMapper json = JsonMapper.shared();
    /** Nothing that is asked here has a body. */
    private final StrictConnections connections =
            new StrictConnections(MOST_CONNECTIONS, ReadLimits.standard(), REFUSALS, () -> 0);

    private final WebServer server;

    private AdminServer(
            InetSocketAddress address, Readiness readiness, MetricRegistry metrics, ServedRevision revision) {
        this.readiness = readiness;
        this.metrics = metrics;
        this.revision = revision;
        this.server = WebServer.builder()
                .address(address.getAddress())
                .port(address.getPort())
                .shutdownHook(false)
                .addConnectionSelector(connections)
                .protocolsDiscoverServices(false)
                .maxPayloadSize(0)
                .addRouting(HttpRouting.builder()
                        .addFilter(AdminServer::guard)
                        .get("/livez", (request, response) -> response.send("ok\n"))
                        .get("/readyz", this::ready)
                        .get("/metrics", this::scrape)
                        .get("/revision", this::servedRevision))
                .build();
    }

    public static AdminServer start(
            InetSocketAddress address, Readiness readiness, MetricRegistry metrics, ServedRevision revision) {
        var admin = new AdminServer(address, readiness, metrics, revision);
        admin.server.start();
        if (!admin.server.isRunning()) {
            throw new IllegalStateException("the web server did not start on " + address);
        }
        return admin;
    }

    public int port() {
        return server.port();
    }

    private static byte[] empty(String status) {
        return ("HTTP/1.1 " + status + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
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

    private void ready(ServerRequest request, ServerResponse response) {
        switch (readiness.state()) {
            case Ready -> response.send("ok\n");
            case Starting -> response.status(Status.SERVICE_UNAVAILABLE_503).send("no catalog yet\n");
            case Draining -> response.status(Status.SERVICE_UNAVAILABLE_503).send("draining\n");
        }
    }

    private void scrape(ServerRequest request, ServerResponse response) {
        response.header(HeaderNames.CONTENT_TYPE, metrics.contentType()).send(metrics.exposition());
    }

    private void servedRevision(ServerRequest request, ServerResponse response) throws InterruptedException {
        var known = request.query().first("not").asOptional();
        if (known.isEmpty()) {
            answer(response, revision.report());
            return;
        }
        var patience = Patience.parse(request.query().first("wait").orElse("0s"));
        if (patience.isEmpty()) {
            response.status(Status.BAD_REQUEST_400).send("wait is a number of seconds such as 30s\n");
            return;
        }
        answer(response, revision.reportUnless(known.get(), min(patience.get(), LONGEST_WAIT)));
    }

    private void answer(ServerResponse response, RevisionReport report) {
        var body = json.createObjectNode();
        report.server().ifPresent(server -> body.put("server", server));
        report.revision().ifPresent(live -> body.put("epoch", live.epoch())
                .put("sequence", live.sequence())
                .put("sha256", live.sha256()));
        body.set("formats", json.valueToTree(report.formats()));
        body.set("refused", json.valueToTree(report.refused()));
        body.set("adapters", json.valueToTree(report.adapters()));
        response.header(HeaderValues.CONTENT_TYPE_JSON).send(json.writeValueAsBytes(body));
    }

    private static Duration min(Duration wanted, Duration bound) {
        return wanted.compareTo(bound) < 0 ? wanted : bound;
    }

    @Override
    public void close() {
        server.stop();
        connections.close();
    }
}
