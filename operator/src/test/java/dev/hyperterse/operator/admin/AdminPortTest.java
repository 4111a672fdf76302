package dev.hyperterse.operator.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import dev.hyperterse.testbed.OpenMetricsParser;
import dev.hyperterse.testbed.Requirement;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdminPortTest {
    private volatile Optional<String> livenessFailure = Optional.empty();
    private volatile Optional<String> notReadyReason = Optional.empty();

    @AutoClose
    private final AdminPort port = AdminPort.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            () -> livenessFailure,
            () -> notReadyReason,
            new MetricRegistry());

    @ParameterizedTest
    @CsvSource({
        "GET /livez, localhost, , 200",
        "GET /metrics, 127.0.0.1:9090, http://localhost:3000, 200",
        "GET /metrics, evil.example, , 403",
        "GET /metrics, localhost, https://evil.example, 403",
        "HEAD /metrics, localhost, , 405",
    })
    void pagesAndForeignNamesAreRefused(String asked, String host, String origin, int status) throws IOException {
        var origins = Optional.ofNullable(origin)
                .map(page -> "Origin: " + page + "\r\n")
                .orElse("");
        assertThat(statusLine(asked + " HTTP/1.1\r\nHost: " + host + "\r\n" + origins + "\r\n"))
                .startsWith("HTTP/1.1 " + status + " ");
    }

    @Test
    void aScraperGetsOpenMetricsThatAnIndependentParserReads() throws Exception {
        var metrics = new OperatorMetrics();
        metrics.watches(Map::of);
        metrics.outdatedDefinitions(Map::of);
        try (var scraped = AdminPort.open(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        Optional::empty,
                        Optional::empty,
                        metrics.registry());
                var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create("http://localhost:" + scraped.port() + "/metrics"));

            var text = client.send(request.build(), BodyHandlers.ofString());
            var open = client.send(
                    request.header("Accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5")
                            .build(),
                    BodyHandlers.ofString());

            assertThat(text.headers().firstValue("Content-Type")).contains("text/plain; version=0.0.4; charset=utf-8");
            assertThat(open.headers().firstValue("Content-Type"))
                    .contains("application/openmetrics-text; version=1.0.0; charset=utf-8");
            var samples = Requirement.fulfil(OpenMetricsParser::fetched).samples(open.body());
            assertThat(samples).hasSizeGreaterThan(30).anySatisfy(sample -> {
                assertThat(sample.family()).isEqualTo("jvm_gc_collections");
                assertThat(sample.type()).isEqualTo("counter");
            });
        }
    }

    /** Kubernetes shows the body of a probe that failed as an event of the pod. */
    @Test
    void aProbeThatFailsSaysWhy() throws IOException {
        notReadyReason = Optional.of("CRD tools.hyperterse.dev is missing");
        assertThat(answer("GET /readyz")).startsWith("HTTP/1.1 503 ").endsWith("CRD tools.hyperterse.dev is missing");
        assertThat(answer("GET /livez")).startsWith("HTTP/1.1 200 ").endsWith(" ok");
        notReadyReason = Optional.empty();
        livenessFailure = Optional.of("no longer follows Tool");
        assertThat(answer("GET /readyz")).startsWith("HTTP/1.1 200 ");
        assertThat(answer("GET /livez")).startsWith("HTTP/1.1 503 ").endsWith("no longer follows Tool");
        livenessFailure = Optional.empty();
    }

    /**
     * Silent connections must not end the operator by its memory, nor keep its probes out. The thread of the first may begin
     * behind those of others: then it is closed for one of the next.
     */
    @Test
    void aSilentConnectionIsClosedForANewOne() throws IOException {
        var silent = new ArrayDeque<Socket>();
        try {
            for (int connection = 0; connection < 300; connection++) {
                silent.add(new Socket(InetAddress.getLoopbackAddress(), port.port()));
            }
            silent.getFirst().setSoTimeout(60);
            while (!isClosed(silent.getFirst()) && silent.size() < 1_300) {
                silent.add(new Socket(InetAddress.getLoopbackAddress(), port.port()));
            }

            assertThat(isClosed(silent.getFirst())).isTrue();
            assertThat(answer("GET /livez")).startsWith("HTTP/1.1 200 ");
        } finally {
            for (var socket : silent) {
                socket.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\tGET /livez", "get /livez"})
    void requestsAreReadAsStrictlyAsOnPortsOfReplicas(String line) throws IOException {
        assertThat(statusLine(line + " HTTP/1.1\r\nHost: localhost\r\n\r\n")).containsPattern(" 40[05] ");
    }

    private static boolean isClosed(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() == -1;
        } catch (SocketTimeoutException open) {
            return false;
        }
    }

    private String statusLine(String request) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
            return send(socket, request).readLine();
        }
    }

    /** The status line and the first line of the body. */
    private String answer(String asked) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
            var answer = send(socket, asked + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            var status = answer.readLine();
            while (!answer.readLine().isEmpty()) {
                // Headers.
            }
            return status + " " + answer.readLine();
        }
    }

    private static BufferedReader send(Socket socket, String request) throws IOException {
        socket.setSoTimeout(60_000);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    }
}
