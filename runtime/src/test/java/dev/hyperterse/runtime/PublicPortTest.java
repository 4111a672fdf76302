package dev.hyperterse.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.observe.Readiness;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a client sees of a graceful shutdown, from SIGTERM to the closed port. */
class PublicPortTest {
    private static final byte[] PING =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}".getBytes(StandardCharsets.US_ASCII);
    private static final int HALF = PING.length / 2;

    private final Observation observation = Observation.begin();
    private Replica replica;
    private PublicPort port;

    @BeforeEach
    void open(@TempDir Path data) {
        var keys = KeyRing.random();
        replica = new Replica(
                Servers.searching().catalog(1),
                new ReplicaSettings(data, data, () -> keys, false, Handover.standard()),
                observation);
        port = PublicPort.open(replica, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterEach
    void close() {
        replica.close();
    }

    /** The web server closes its port for good where it cannot take a connection, and logs that. */
    @Test
    void lostPortIsNoticed() throws Exception {
        assertThat(observation.readiness().isDeaf()).isFalse();
        var server = PublicPort.class.getDeclaredField("server");
        server.setAccessible(true);
        ((WebServer) server.get(port)).stop();

        assertThat(observation.readiness().isDeaf()).isTrue();
        port.close();
        assertThat(observation.readiness().isDeaf())
                .as("a replica that ends has no port either")
                .isFalse();
    }

    @Test
    void shutdownAnswersOpenRequestsBeforeItClosesIdleConnections() throws Exception {
        try (var begun = new Wire(port.port());
                var kept = new Wire(port.port());
                var idle = new Wire(port.port())) {
            assertThat(closesConnection(kept)).isFalse();
            assertThat(closesConnection(idle)).isFalse();
            post(begun, HALF);
            await(() -> observation.metrics().exposition().contains("hyperterse_buffer_used_bytes " + PING.length));

            var closing = Thread.ofVirtual().start(port::close);
            await(() -> observation.readiness().state() == Readiness.State.Draining && newConnectionIsClosed());
            assertThat(closesConnection(kept))
                    .as("still open, and closed by the response")
                    .isTrue();

            begun.sendMore(Arrays.copyOfRange(PING, HALF, PING.length));
            assertThat(begun.status()).isEqualTo(200);
            assertThat(begun.answerClosesConnection())
                    .as("it began before the shutdown and is answered during it")
                    .isTrue();
            assertThat(idle.rest()).as("closed without a response").isEmpty();
            closing.join();
        }
    }

    private boolean newConnectionIsClosed() {
        try (var wire = new Wire(port.port())) {
            return closesConnection(wire);
        } catch (IOException lost) {
            throw new AssertionError("a request during the drain is answered", lost);
        }
    }

    private static boolean closesConnection(Wire wire) throws IOException {
        post(wire, PING.length);
        assertThat(wire.status()).isEqualTo(200);
        return wire.answerClosesConnection();
    }

    /** Sends the head and a part of the body. */
    private static void post(Wire wire, int bytes) throws IOException {
        wire.send(
                "POST /mcp HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: " + PING.length,
                Arrays.copyOf(PING, bytes));
    }

    private static void await(BooleanSupplier condition) {
        long until = System.nanoTime() + 60_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - until).as("nanoseconds left to wait").isNegative();
            LockSupport.parkNanos(1_000_000);
        }
    }
}
