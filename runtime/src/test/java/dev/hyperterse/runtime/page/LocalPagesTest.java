package dev.hyperterse.runtime.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.catalog.server.Http;
import dev.hyperterse.runtime.Observation;
import dev.hyperterse.runtime.PublicPort;
import dev.hyperterse.runtime.Replica;
import dev.hyperterse.runtime.ReplicaSettings;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages of a developer's machine, which have no authentication. */
class LocalPagesTest {
    private final AtomicInteger asked = new AtomicInteger();
    private Replica replica;
    private PublicPort port;

    /** A server that any host and any page may call. */
    @BeforeEach
    void open(@TempDir Path data) {
        var keys = KeyRing.random();
        var catalog = Servers.searching()
                .with(new Http(List.of("https://ours.example"), List.of("*")))
                .catalog(1);
        replica = new Replica(
                catalog, new ReplicaSettings(data, data, () -> keys, true, Handover.standard()), Observation.begin());
        port = PublicPort.open(replica, loopback(), new Greeting());
    }

    @AfterEach
    void close() {
        port.close();
        replica.close();
    }

    private final class Greeting implements LocalPages {
        @Override
        public boolean has(String path) {
            return path.equals("/");
        }

        @Override
        public Page page(String path, Function<String, Optional<String>> query) {
            asked.incrementAndGet();
            var text = "hello " + query.apply("name").orElse("all");
            return new Page("text/plain", text.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void aBrowserOfThisMachineReadsThem() throws IOException {
        assertThat(answer("GET /?name=you", "localhost:" + port.port()))
                .startsWith("HTTP/1.1 200")
                .contains("Content-Type: text/plain")
                .endsWith("hello you");
        assertThat(answer("HEAD /", "localhost")).contains("Content-Length: 9").doesNotContain("hello");
        assertThat(answer("POST /", "localhost")).startsWith("HTTP/1.1 405").contains("Allow: GET, HEAD");
    }

    @Test
    void nothingInlineNothingFromElsewhereAndNoFrame() throws IOException {
        var policy = answer("GET /", "localhost")
                .lines()
                .filter(line -> line.startsWith("Content-Security-Policy: "))
                .findFirst()
                .orElseThrow();
        assertThat(policy)
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'")
                .contains("require-trusted-types-for 'script'")
                .doesNotContain("unsafe", "http", "*");
        assertThat(answer("GET /", "localhost"))
                .contains("X-Content-Type-Options: nosniff", "Cross-Origin-Resource-Policy: same-origin")
                .doesNotContain("Access-Control-Allow-Origin");
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8080", "10.1.2.3"})
    void aNameThatResolvesToThisMachineIsRefused(String host) throws IOException {
        assertThat(answer("GET /", host)).startsWith("HTTP/1.1 403").doesNotContain("hello");
        assertThat(asked).hasValue(0);
    }

    @ParameterizedTest
    @CsvSource({"https://evil.example, 403", "https://ours.example, 403", "http://localhost:3000, 200"})
    void aPageOfAnotherMachineIsRefusedWhateverTheServerAllows(String origin, int status) throws IOException {
        assertThat(answer("GET /", "localhost", "Origin: " + origin)).startsWith("HTTP/1.1 " + status);
    }

    /** The settings of the server name the pages of its users, among which the page of its author is not. */
    @Test
    void theOwnPageMayCallTheEndpoint() throws IOException {
        var own = "localhost:" + port.port();
        assertThat(answer("DELETE /mcp", own, "Origin: http://" + own)).doesNotStartWith("HTTP/1.1 403");
        assertThat(answer("DELETE /mcp", own, "Origin: http://localhost:1")).startsWith("HTTP/1.1 403");
        assertThat(answer("DELETE /mcp", "evil.example", "Origin: http://evil.example"))
                .startsWith("HTTP/1.1 403");
    }

    @Test
    void aReplicaHasNone() throws IOException {
        try (var plain = PublicPort.open(replica, loopback())) {
            assertThat(answer(plain.port(), "GET /", "localhost")).startsWith("HTTP/1.1 404");
        }
        assertThat(LocalPages.NONE.has("/")).isFalse();
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private String answer(String line, String host, String... headers) throws IOException {
        return answer(port.port(), line, host, headers);
    }

    private static String answer(int port, String line, String host, String... headers) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            var head = line + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n"
                    + (headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n") + "Content-Length: 0\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
