package dev.hyperterse.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.http.connection.ReadLimits;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A graceful shutdown under load: requests that were sent are answered. */
class GracefulShutdownTest {
    private static final int CLIENTS = 4;
    private static final byte[] PING =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}".getBytes(StandardCharsets.US_ASCII);

    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger closedByResponse = new AtomicInteger();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();

    @Test
    void shutdownLosesNoRequestOnAKeptConnection() throws Exception {
        // The listener stays open until every client has had its last response, however busy the machine is.
        var limits = new Timeouts(ReadLimits.standard(), TestEndpoint.LONG, TestEndpoint.LONG);
        var catalog = Servers.searching().catalog(1, Leaves.tool("orders", "Orders"));
        try (var endpoint = new TestEndpoint(catalog, limits)) {
            var clients = new ArrayList<Thread>();
            for (int client = 0; client < CLIENTS; client++) {
                clients.add(Thread.ofVirtual().start(() -> callUntilNoListener(endpoint)));
            }
            TestEndpoint.await("clients work", () -> answered.get() > 100);

            var drain = Thread.ofVirtual().start(() -> endpoint.endpoint().drain(TestEndpoint.LONG));
            for (var client : clients) {
                client.join();
            }
            drain.interrupt();
            drain.join();
        }

        assertThat(failures).isEmpty();
        assertThat(closedByResponse).hasValueGreaterThanOrEqualTo(CLIENTS);
    }

    /** A client with one connection, which it uses until a response closes it. */
    private void callUntilNoListener(TestEndpoint endpoint) {
        var listened = true;
        while (listened) {
            try (var wire = new Wire(endpoint)) {
                callUntilClosed(wire);
                listened = false;
            } catch (ConnectException refused) {
                listened = false;
            } catch (IOException lost) {
                failures.add(lost.toString());
                listened = false;
            }
        }
    }

    private void callUntilClosed(Wire wire) throws IOException {
        var asked = false;
        while (!asked) {
            wire.send(
                    "POST /mcp HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: "
                            + PING.length,
                    PING);
            if (wire.status() != 200) {
                failures.add("not answered");
            }
            asked = wire.answerClosesConnection();
            answered.incrementAndGet();
        }
        closedByResponse.incrementAndGet();
    }
}
