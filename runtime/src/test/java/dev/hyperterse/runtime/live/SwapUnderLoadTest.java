package dev.hyperterse.runtime.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.mcp.stream.StreamTimings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SwapUnderLoadTest {
    private static final int SWAPS = 50;
    /** At least so many, and some between two swaps. */
    private static final int CALLS = 2_000;

    private static final int CALLERS = 4;

    @Test
    void fiftySwapsUnderCallsLoseNothing() throws Exception {
        var server = Servers.searching();
        var pace = new StreamTimings(Duration.ZERO, Duration.ZERO, 1_000, Duration.ofSeconds(20), TestEndpoint.LONG);
        try (var endpoint = new TestEndpoint(server.catalog(1, tools(1)), KeyRing.random(), pace);
                var silent = new Wire(endpoint);
                var listening = new Wire(endpoint)) {
            // Never read: the kernel of the client buffers the few events, and no test awaits them.
            silent.listen(endpoint.initialize("2025-11-25"));
            listening.listen(endpoint.initialize("2025-11-25")).lineBeginning("id:");
            var done = new AtomicInteger();
            var swapped = new AtomicBoolean();
            var callers = new ArrayList<FutureTask<Integer>>();
            for (int caller = 0; caller < CALLERS; caller++) {
                var session = endpoint.initialize("2025-11-25");
                callers.add(new FutureTask<>(() -> call(endpoint, session, done, swapped)));
                Thread.ofVirtual().start(callers.getLast());
            }
            for (int swap = 2; swap <= SWAPS + 1; swap++) {
                int share = CALLS * (swap - 1) / (SWAPS + 1);
                while (done.get() < share && callers.stream().noneMatch(FutureTask::isDone)) {
                    Thread.sleep(1);
                }
                endpoint.catalogs().swap(server.catalog(swap, tools(swap)));
                assertThat(listening.lineBeginning("data: {")).contains("tools/list_changed");
            }
            swapped.set(true);
            int answered = 0;
            for (var caller : callers) {
                // The first call that is lost fails the test, with all that its client knows of it.
                answered += caller.get();
            }

            assertThat(answered).isGreaterThanOrEqualTo(CALLS);
            assertThat(endpoint.call("tools/call", "{\"name\":\"search\",\"arguments\":{\"query\":\"tool-7\"}}")
                            .toString())
                    .contains("version " + (SWAPS + 1));
            endpoint.awaitNothingHeld();
        }
    }

    @Test
    void tenThousandToolsAreServedListedAndReloaded() throws Exception {
        var server = Servers.searching().with(Exposure.SearchAndDirect);
        var tools = IntStream.range(0, 10_000)
                .mapToObj(index -> Leaves.tool("tool-" + index, "does thing number " + index))
                .toList();
        try (var endpoint = new TestEndpoint(server.catalog(1, tools))) {
            var names = new ArrayList<String>();
            var cursor = "";
            var changed = new AtomicBoolean();
            do {
                var page = endpoint.call("tools/list", cursor.isEmpty() ? "{}" : "{\"cursor\":\"" + cursor + "\"}")
                        .get("result");
                page.get("tools").forEach(tool -> names.add(tool.get("name").stringValue()));
                cursor = page.path("nextCursor").asString("");
                if (changed.compareAndSet(false, true)) {
                    var edited = new ArrayList<>(tools);
                    edited.set(5_000, Leaves.tool("tool-5000", "does something else"));
                    endpoint.catalogs().swap(server.catalog(2, edited));
                }
            } while (!cursor.isEmpty());

            assertThat(names).isSorted().doesNotHaveDuplicates().hasSize(10_002);
            assertThat(endpoint.execute("tool-9999", "{}").has("result")).isTrue();
            assertThat(endpoint.linker().linked())
                    .as("one tool was linked again")
                    .hasSize(10_001);
        }
    }

    private static List<ToolLeaf> tools(int version) {
        return IntStream.range(0, 20)
                .mapToObj(index -> Leaves.tool("tool-" + index, "version " + (index == 7 ? version : 0)))
                .toList();
    }

    /**
     * Calls until all is swapped and all callers together have called often enough; how many of the calls were its own. The client of the JDK
     * drops an early answer on a kept connection, as one without a request (JDK-8357639).
     */
    private static int call(TestEndpoint endpoint, String session, AtomicInteger done, AtomicBoolean swapped)
            throws Exception {
        var call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"execute\","
                + "\"arguments\":{\"tool\":\"tool-7\",\"inputs\":{\"id\":1}}}}";
        var head = """
                POST /mcp HTTP/1.1
                Host: localhost
                Accept: application/json, text/event-stream
                Content-Type: application/json
                Content-Length: %d
                Mcp-Session-Id: %s
                """.formatted(call.length(), session);
        int answered = 0;
        try (var wire = new Wire(endpoint)) {
            while (done.getAndIncrement() < CALLS || !swapped.get()) {
                int status = wire.send(head, call.getBytes(StandardCharsets.US_ASCII))
                        .status();
                var body = wire.body();
                assertThat(status).as(body).isEqualTo(200);
                assertThat(body).contains("\"result\"");
                answered++;
            }
        }
        return answered;
    }
}
