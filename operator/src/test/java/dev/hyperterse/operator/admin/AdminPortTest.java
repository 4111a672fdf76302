package dev.hyperterse.operator.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdminPortTest {
    @AutoClose
    private final AdminPort port = AdminPort.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new Well(), new MetricRegistry());

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

    /** Silent connections must not end the operator by its memory, nor keep its probes out. */
    @Test
    void aSilentConnectionIsClosedForANewOne() throws IOException {
        var silent = new ArrayDeque<Socket>();
        try {
            for (int connection = 0; connection < 300; connection++) {
                silent.add(new Socket(InetAddress.getLoopbackAddress(), port.port()));
            }
            silent.getFirst().setSoTimeout(60_000);

            assertThat(silent.getFirst().getInputStream().read()).isEqualTo(-1);
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

    private String statusLine(String request) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
        }
    }

    private record Well() implements Health {
        @Override
        public Optional<String> death() {
            return Optional.empty();
        }

        @Override
        public Optional<String> unreadiness() {
            return Optional.empty();
        }
    }
}
