package dev.hyperterse.runtime.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.tls.PemContext;
import dev.hyperterse.http.connection.ConnectionMemory;
import dev.hyperterse.http.connection.ReadLimits;
import dev.hyperterse.http.connection.Refusals;
import dev.hyperterse.http.connection.StrictConnections;
import dev.hyperterse.testbed.CertificateAuthority;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of connections with TLS, as clients see it that never answer the server's close_notify. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TlsListenerTest {
    private static final int MOST = 4;
    private static final Refusals REFUSALS = new Refusals(new byte[0], new byte[0]);

    private static String trusted;
    private static CertificateAuthority.Identity identity;

    private final StrictConnections connections =
            new StrictConnections(ConnectionMemory.of(MOST, 1 << 20), ReadLimits.standard(), REFUSALS, () -> 0);
    private SSLContext trusting;
    private WebServer server;

    @BeforeAll
    static void issue() {
        try (var authority = CertificateAuthority.create("test")) {
            trusted = authority.certificate();
            identity = authority.issue("server", "dns:localhost");
        }
    }

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        var files = new CertificateFiles(folder.resolve("chain.pem"), folder.resolve("key.pem"));
        Files.writeString(files.chain(), identity.certificate());
        Files.writeString(files.key(), identity.key());
        var certificate = ((ServerCertificate.Reading.Usable) ServerCertificate.read(files)).certificate();
        trusting = PemContext.trusting(trusted);
        var listener = connections.serve(WebServerConfig.builder());
        TlsListener.encrypt(listener, certificate, MOST);
        server = listener.address(InetAddress.getLoopbackAddress())
                .port(0)
                .shutdownHook(false)
                .routing(routing -> routing.any(TlsListenerTest::serve))
                .build()
                .start();
    }

    /** As the endpoint does: the server itself only announces the end. */
    private static void serve(ServerRequest request, ServerResponse response) {
        response.send("served");
        if (request.headers().contains(HeaderValues.CONNECTION_CLOSE)) {
            throw new CloseConnectionException("the last response is sent");
        }
    }

    @AfterEach
    void stop() {
        server.stop();
        connections.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void connectionEndsAfterItsLastAnswer(String version) throws IOException {
        try (var client = new Client(version)) {
            client.ask("Connection: close\r\n");

            client.readToTheEnd();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void idleConnectionEndsForANewOne(String version) throws IOException {
        try (var longest = new Client(version)) {
            longest.ask("");
            var others = new Client[MOST];
            for (int other = 0; other < MOST; other++) {
                others[other] = new Client(version);
                others[other].ask("");
            }

            longest.readToTheEnd();
            for (var other : others) {
                other.ask("");
                other.close();
            }
        }
    }

    /** Its bytes look like the beginning of a handshake, and no more come. */
    @Test
    void handshakeThatStallsIsClosed() throws IOException {
        try (var silent = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            silent.setSoTimeout(60_000);
            silent.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1, 0});

            assertThat(silent.getInputStream().readAllBytes()).hasSizeLessThan(100);
        }
    }

    private final class Client implements AutoCloseable {
        private final Socket raw = new Socket(InetAddress.getLoopbackAddress(), server.port());
        private final SSLSocket encrypted;

        Client(String version) throws IOException {
            // A test that waits for nothing must fail, not hang.
            raw.setSoTimeout(20_000);
            encrypted = (SSLSocket) trusting.getSocketFactory().createSocket(raw, "localhost", server.port(), false);
            encrypted.setEnabledProtocols(new String[] {version});
        }

        void ask(String header) throws IOException {
            var request = "GET / HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n";
            encrypted.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            var answer = new StringBuilder();
            while (!answer.toString().endsWith("served")) {
                int next = encrypted.getInputStream().read();
                assertThat(next).as(answer.toString()).isNotNegative();
                answer.append((char) next);
            }
        }

        /** Beneath TLS, which therefore does not answer. */
        void readToTheEnd() throws IOException {
            while (raw.getInputStream().read() >= 0) {
                // The alert of the server.
            }
        }

        @Override
        public void close() throws IOException {
            raw.close();
        }
    }
}
