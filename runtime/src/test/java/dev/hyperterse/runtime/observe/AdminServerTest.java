package dev.hyperterse.runtime.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

@Timeout(30)
class AdminServerTest {
    private final Readiness readiness = new Readiness();
    private final MetricRegistry metrics = new MetricRegistry();
    private final AtomicReference<RevisionReport> report = new AtomicReference<>(serving(Optional.empty()));
    private final ServedRevision revision = new ServedRevision();
    private final AdminServer server =
            AdminServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), readiness, metrics, revision);
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeEach
    void follow() {
        revision.follow(report::get);
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void replicaIsLiveBeforeItIsReadyAndWhileItDrains() throws Exception {
        assertThat(get("/livez").statusCode()).isEqualTo(200);
        assertThat(get("/readyz").statusCode()).isEqualTo(503);
        readiness.ready(() -> true);
        assertThat(get("/readyz").statusCode()).isEqualTo(200);
        readiness.draining();
        readiness.ready(() -> false);
        assertThat(get("/readyz").statusCode()).isEqualTo(503);
        assertThat(get("/readyz").body()).isEqualTo("draining\n");
        assertThat(get("/livez").statusCode()).isEqualTo(200);
    }

    @Test
    void replicaWithoutThePortOfClientsIsNeitherReadyNorLive() throws Exception {
        readiness.ready(() -> false);
        for (var probe : List.of("/livez", "/readyz")) {
            assertThat(get(probe).statusCode()).isEqualTo(503);
            assertThat(get(probe).body()).isEqualTo("the port of clients is closed\n");
        }
    }

    @Test
    void metricsAreInPrometheusFormat() throws Exception {
        metrics.counter("hyperterse_calls_total", "Calls.", Labels.of("outcome", "ok"))
                .increment();
        var scrape = get("/metrics");
        assertThat(scrape.headers().firstValue("content-type")).contains("text/plain; version=0.0.4; charset=utf-8");
        assertThat(scrape.body()).contains("hyperterse_calls_total{outcome=\"ok\"} 1\n");
    }

    /** A scrape and the export to a collector both read gauges; a slow gauge must not block the probes. */
    @Test
    void probesAreAnsweredWhileAGaugeBlocksTheCollector() throws Exception {
        var goesOn = new CountDownLatch(1);
        var reading = new CountDownLatch(1);
        metrics.gauge("hyperterse_slow", "Slow.", () -> {
            reading.countDown();
            awaitQuietly(goesOn);
            return 7;
        });
        var collected = CompletableFuture.supplyAsync(metrics::collect, Thread::startVirtualThread);
        reading.await();
        var page = client.sendAsync(
                HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + "/metrics"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(get("/livez").statusCode()).isEqualTo(200);
        assertThat(get("/readyz").statusCode()).isEqualTo(503);
        assertThat(get("/revision").statusCode()).isEqualTo(200);
        assertThat(page).isNotDone();
        goesOn.countDown();

        assertThat(page.get().body()).contains("hyperterse_slow 7.0\n");
        assertThat(collected.get())
                .anySatisfy(series -> assertThat(series.getName()).isEqualTo("hyperterse_slow"));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void openMetricsAreServedOnRequest() throws Exception {
        metrics.counter("hyperterse_calls_total", "Calls.", Labels.NONE).increment();

        var scrape = client.send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + "/metrics"))
                        .header("Accept", "text/plain;q=0.5")
                        .header("Accept", "application/openmetrics-text;version=1.0.0")
                        .build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(scrape.headers().firstValue("content-type"))
                .contains("application/openmetrics-text; version=1.0.0; charset=utf-8");
        assertThat(scrape.body())
                .contains("# TYPE hyperterse_calls counter\nhyperterse_calls_total 1\n")
                .endsWith("# EOF\n");
    }

    @Test
    void differentRevisionIsReturnedAtOnce() throws Exception {
        report.set(serving(Optional.of(new Revision("e1", 7, "abc"))));
        var body =
                JsonMapper.shared().readTree(get("/revision?not=e1.6&wait=30s").body());
        assertThat(body.get("epoch").asString()).isEqualTo("e1");
        assertThat(body.get("sequence").asLong()).isEqualTo(7);
        assertThat(body.get("sha256").asString()).isEqualTo("abc");
        assertThat(body.get("adapters").get(0).get("name").asString()).isEqualTo("warehouse");
    }

    @Test
    void revisionNamesItsServer() throws Exception {
        assertThat(get("/revision").body()).contains("\"server\":\"shop/shop\"");
    }

    @Test
    void longPollReturnsAtTheNextSwap() throws Exception {
        report.set(serving(Optional.of(new Revision("e1", 7, "abc"))));
        var answer = client.sendAsync(request("/revision?not=e1.7&wait=30s"), HttpResponse.BodyHandlers.ofString());
        report.set(serving(Optional.of(new Revision("e1", 8, "def"))));
        revision.announce();
        assertThat(answer.get().body()).contains("\"sequence\":8");
    }

    @Test
    void longPollReturnsWhenAnAdapterComesUp() throws Exception {
        var state = new AtomicReference<>("Connecting");
        var asked = new CountDownLatch(2);
        revision.follow(() -> {
            asked.countDown();
            return serving(Optional.of(new Revision("e1", 7, "abc")), state.get());
        });
        var answer = client.sendAsync(request("/revision?not=e1.7&wait=60s"), HttpResponse.BodyHandlers.ofString());
        asked.await();
        state.set("Up");
        assertThat(answer.get().body()).contains("\"state\":\"Up\"");
    }

    /** On a playground, a status reported a connected adapter as not connected for half a minute. */
    @Test
    void adapterThatComesUpBetweenTwoPollsIsReported() throws Exception {
        var revisionOne = Optional.of(new Revision("e1", 7, "abc"));
        report.set(serving(revisionOne, "Connecting"));
        var first = JsonMapper.shared().readTree(get("/revision").body());
        report.set(serving(revisionOne, "Up"));

        var second =
                get("/revision?not=e1.7&wait=60s&state=" + first.get("state").asLong());

        assertThat(second.body()).contains("\"state\":\"Up\"");
        var third = JsonMapper.shared().readTree(second.body()).get("state").asLong();
        assertThat(third).isNotEqualTo(first.get("state").asLong());
        assertThat(get("/revision?not=e1.7&wait=0s&state=" + third).body()).contains("\"state\":" + third);
    }

    @Test
    void waitOfZeroReturnsAtOnce() throws Exception {
        assertThat(get("/revision?not=&wait=0s").statusCode()).isEqualTo(200);
        assertThat(get("/revision?not=").body()).contains("\"adapters\":[").doesNotContain("epoch");
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-1s", "99999s", ""})
    void malformedWaitIsRefused(String wait) throws Exception {
        assertThat(get("/revision?not=x&wait=" + wait).statusCode()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "GET /livez, localhost, , 200",
        "GET /metrics, 127.0.0.1:9090, http://localhost:3000, 200",
        "GET /metrics, evil.example, , 403",
        "GET /revision, localhost, https://evil.example, 403",
        "HEAD /metrics, localhost, , 405",
    })
    void foreignOriginsAndHostsAreRefused(String asked, String host, String origin, int status) throws Exception {
        try (var wire = new Wire(server.port())) {
            wire.send(asked + " HTTP/1.1\nHost: " + host + (origin == null ? "" : "\nOrigin: " + origin)
                    + "\nConnection: close");

            assertThat(wire.status()).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\tGET /livez", "GET\0/livez", "get /livez"})
    void requestsAreParsedAsStrictlyAsOnThePublicPort(String line) throws Exception {
        try (var wire = new Wire(server.port())) {
            wire.sendMore((line + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII));

            assertThat(wire.status()).isIn(400, 405);
        }
    }

    private static RevisionReport serving(Optional<Revision> revision) {
        return serving(revision, "Up");
    }

    private static RevisionReport serving(Optional<Revision> revision, String adapter) {
        return new RevisionReport(
                Optional.of("shop/shop"),
                revision,
                List.of(),
                List.of(new RevisionReport.AdapterReport("warehouse", adapter, Optional.empty())),
                List.of());
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + path))
                .build();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path), HttpResponse.BodyHandlers.ofString());
    }
}
