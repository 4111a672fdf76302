package dev.hyperterse.scripts.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.fetch.Fetches;
import dev.hyperterse.calls.fetch.HttpConnections;
import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The memory of the bodies that a run has fetched. */
class RunFetchesTest {
    private static final int NUMBER = 7;

    /** A run that has broken out of its engine chooses its numbers itself. */
    @Test
    void bodyWhoseNumberIsUsedAgainIsNotHeld() throws Exception {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 4);
            try (var out = exchange.getResponseBody()) {
                out.write("body".getBytes(StandardCharsets.UTF_8));
            }
        });
        server.start();
        var origin = "http://127.0.0.1:" + server.getAddress().getPort();
        var budget = new BufferBudget(1 << 20);
        try (var connections = new HttpConnections(NameService.SYSTEM);
                var deadlines = new DeadlineTimer();
                var scope = CallScope.open(deadlines, 60_000);
                var fetches = new RunFetches(
                        new Fetches(
                                "shop",
                                List.of(new AllowedUrl(URI.create(origin), Addresses.Public, Optional.empty())),
                                connections),
                        CallTrace.NONE,
                        () -> budget.open(1 << 16))) {
            fetch(fetches, origin, scope);
            var heldByOne = budget.used();
            fetch(fetches, origin, scope);

            assertThat(budget.used()).isEqualTo(heldByOne);
            assertThat(fetches.text(NUMBER)).isEqualTo("body");
            assertThat(budget.used()).isZero();
        } finally {
            server.stop(0);
        }
    }

    private static void fetch(RunFetches fetches, String origin, CallScope scope) {
        var request = "{\"method\":\"GET\",\"url\":\"%s/\",\"headers\":[],\"redirect\":\"follow\"}".formatted(origin);
        var answered = new AtomicReference<String>("nothing");
        fetches.fetch(NUMBER, request, new NoBody(), 3, work -> {
            // Connections are closed by an interrupt only on virtual threads.
            var thread = Thread.startVirtualThread(
                    () -> answered.set(work.apply(scope).json()));
            try {
                thread.join();
            } catch (InterruptedException stopped) {
                throw new AssertionError(stopped);
            }
            return true;
        });
        assertThat(answered.get()).contains("\"status\":200");
    }

    /** A request without a body. */
    private record NoBody() implements HostArguments {
        @Override
        public boolean isNull(int index) {
            return true;
        }

        @Override
        public boolean isText(int index) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String text(int index) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int integer(int index) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long millis(int index) {
            throw new UnsupportedOperationException();
        }

        @Override
        public double number(int index) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean flag(int index) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long byteCount(int index) {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] bytes(int index) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void fill(int index, ByteBuffer bytes) {
            throw new UnsupportedOperationException();
        }
    }
}
