package dev.hyperterse.operator.admin;

import dev.hyperterse.http.admin.AdminListener;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The operator's only port. It answers before the cluster has been read, so that an operator that waits can say so. */
public final class AdminPort implements AutoCloseable {
    private final AdminListener listener;

    private AdminPort(AdminListener listener) {
        this.listener = listener;
    }

    /**
     * Both checks are empty when they pass, and else have the reason.
     *
     * @param livenessFailure what only a new process can repair
     * @param notReadyReason what keeps it from leading or being on standby
     */
    public static AdminPort open(
            InetSocketAddress address,
            Supplier<Optional<String>> livenessFailure,
            Supplier<Optional<String>> notReadyReason,
            MetricRegistry metrics) {
        return new AdminPort(AdminListener.start(
                address,
                HttpRouting.builder()
                        .get("/livez", (_, response) -> answer(response, livenessFailure.get()))
                        .get("/readyz", (_, response) -> answer(response, notReadyReason.get()))
                        .get("/metrics", (request, response) -> scrape(request, response, metrics))));
    }

    public int port() {
        return listener.port();
    }

    private static void scrape(ServerRequest request, ServerResponse response, MetricRegistry metrics) {
        var page = metrics.page(String.join(",", request.headers().all(HeaderNames.ACCEPT, List::of)));
        response.header(HeaderNames.CONTENT_TYPE, page.contentType()).send(page.text());
    }

    private static void answer(ServerResponse response, Optional<String> reason) {
        reason.ifPresentOrElse(
                it -> response.status(Status.SERVICE_UNAVAILABLE_503).send(it + "\n"), () -> response.send("ok\n"));
    }

    @Override
    public void close() {
        listener.close();
    }
}
