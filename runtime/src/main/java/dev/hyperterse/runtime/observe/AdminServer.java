package dev.hyperterse.runtime.observe;

import dev.hyperterse.http.admin.AdminListener;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import tools.jackson.databind.json.JsonMapper;

/**
 * The port for probes, scrapes and the operator; never the port of clients. It opens before the first catalog, so that
 * a starting replica reports its state.
 */
public final class AdminServer implements AutoCloseable {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    private final Readiness readiness;
    private final MetricRegistry metrics;
    private final ServedRevision revision;
    private final JsonMapper json = JsonMapper.shared();
    private final AdminListener listener;

    private AdminServer(
            InetSocketAddress address, Readiness readiness, MetricRegistry metrics, ServedRevision revision) {
        this.readiness = readiness;
        this.metrics = metrics;
        this.revision = revision;
        this.listener = AdminListener.start(
                address,
                HttpRouting.builder()
                        .get("/livez", this::live)
                        .get("/readyz", this::ready)
                        .get("/metrics", this::scrape)
                        .get("/revision", this::servedRevision));
    }

    public static AdminServer start(
            InetSocketAddress address, Readiness readiness, MetricRegistry metrics, ServedRevision revision) {
        return new AdminServer(address, readiness, metrics, revision);
    }

    public int port() {
        return listener.port();
    }

    private void live(ServerRequest request, ServerResponse response) {
        if (readiness.isDeaf()) {
            response.status(Status.SERVICE_UNAVAILABLE_503).send("the port of clients is closed\n");
        } else {
            response.send("ok\n");
        }
    }

    private void ready(ServerRequest request, ServerResponse response) {
        switch (readiness.state()) {
            case Ready -> live(request, response);
            case Starting -> response.status(Status.SERVICE_UNAVAILABLE_503).send("no catalog yet\n");
            case Draining -> response.status(Status.SERVICE_UNAVAILABLE_503).send("draining\n");
        }
    }

    private void scrape(ServerRequest request, ServerResponse response) {
        var page = metrics.page(String.join(",", request.headers().all(HeaderNames.ACCEPT, List::of)));
        response.header(HeaderNames.CONTENT_TYPE, page.contentType()).send(page.text());
    }

    private void servedRevision(ServerRequest request, ServerResponse response) throws InterruptedException {
        var known = request.query().first("not").asOptional();
        if (known.isEmpty()) {
            answer(response, revision.observed());
            return;
        }
        var timeout = LongPollTimeout.parse(request.query().first("wait").orElse("0s"));
        if (timeout.isEmpty()) {
            response.status(Status.BAD_REQUEST_400).send("wait is a number of seconds such as 30s\n");
            return;
        }
        var state = state(request);
        answer(response, revision.observedUnless(known.get(), state, min(timeout.get(), LONGEST_WAIT)));
    }

    /** A value that is not a number was not sent by a replica. */
    private static OptionalLong state(ServerRequest request) {
        return request.query()
                .first("state")
                .asOptional()
                .filter(text -> text.matches("\\d{1,18}"))
                .map(text -> OptionalLong.of(Long.parseLong(text)))
                .orElse(OptionalLong.empty());
    }

    private void answer(ServerResponse response, ServedRevision.Observed observed) {
        var report = observed.report();
        var body = json.createObjectNode();
        report.server().ifPresent(server -> body.put("server", server));
        report.revision().ifPresent(live -> body.put("epoch", live.epoch())
                .put("sequence", live.sequence())
                .put("sha256", live.sha256()));
        body.put("state", observed.state());
        body.set("refused", json.valueToTree(report.refused()));
        body.set("adapters", json.valueToTree(report.adapters()));
        var unverified = body.putArray("unverified");
        report.unverified().forEach(it -> {
            var entry = unverified
                    .addObject()
                    .put("leaf", it.leaf())
                    .put("generation", it.generation())
                    .put("message", it.message());
            it.offset().ifPresent(offset -> entry.put("offset", offset));
        });
        response.header(HeaderValues.CONTENT_TYPE_JSON).send(json.writeValueAsBytes(body));
    }

    private static Duration min(Duration wanted, Duration bound) {
        return wanted.compareTo(bound) < 0 ? wanted : bound;
    }

    @Override
    public void close() {
        listener.close();
    }
}
