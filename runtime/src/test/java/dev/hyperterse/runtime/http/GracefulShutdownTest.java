package dev.hyperterse.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A listener that goes away under load: a request that was sent is answered. */
class GracefulShutdownTest {
    private static final int CLIENTS = 4;
    private static final byte[] PING =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}".getBytes(StandardCharsets.US_ASCII);

    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger askedToLeave = new AtomicInteger();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();

    @Test
    void noRequestOnAKeptConnectionIsLost() throws Exception {
        var endpoint = new TestEndpoint(Servers.searching().catalog(1, Leaves.tool("orders", "Orders")));
        var clients = new ArrayList<Thread>();
        for (int client = 0; client < CLIENTS; client++) {
            clients.add(Thread.ofVirtual().start(() -> callUntilNobodyListens(endpoint)));
        }
        TestEndpoint.await("clients work", () -> answered.get() > 100);

        Thread.ofVirtual().start(() -> {
            endpoint.endpoint().drain(Duration.ofSeconds(2));
            endpoint.close();
        });
        for (var client : clients) {
            client.join();
        }

        assertThat(failures).isEmpty();
        assertThat(askedToLeave).hasValueGreaterThanOrEqualTo(CLIENTS);
    }

    /** What a client with a pool of one connection does, and then moves on as one that is asked to leave. */
    private void callUntilNobodyListens(TestEndpoint endpoint) {
        var listened = true;
        while (listened) {
            try (var wire = new Wire(endpoint)) {
                callUntilAskedToLeave(wire);
                listened = false;
            } catch (ConnectException nobody) {
                listened = false;
            } catch (IOException lost) {
                failures.add(lost.toString());
                listened = false;
            }
        }
    }

    private void callUntilAskedToLeave(Wire wire) throws IOException {
        var asked = false;
        while (!asked) {
            wire.send(
                    "POST /mcp HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: "
                            + PING.length,
                    PING);
            if (wire.status() != 200) {
                failures.add("not answered");
            }
            asked = wire.answerAsksToLeave();
            answered.incrementAndGet();
        }
        askedToLeave.incrementAndGet();
    }
}
