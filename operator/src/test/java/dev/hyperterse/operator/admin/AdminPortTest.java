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
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write((asked + " HTTP/1.1\r\nHost: " + host + "\r\n" + origins + "\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            var line = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();

            assertThat(line).startsWith("HTTP/1.1 " + status + " ");
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
