package dev.hyperterse.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.read.RuntimeEndpoint;
import dev.hyperterse.operator.report.replica.ReplicaAnswer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever may answer at the address of a pod. */
class HttpReplicaAdminTest {
    private static final ServerKey SHOP = new ServerKey("shop", "shop");

    private static final int ROOM = 1_000_000;

    private final HttpReplicaAdmin port = new HttpReplicaAdmin(Duration.ofSeconds(20), new AnswerRoom(ROOM));
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch end = new CountDownLatch(1);
    private HttpServer server;
    private volatile Answer answer = exchange -> exchange.sendResponseHeaders(500, -1);

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/revision", exchange -> {
            try (exchange) {
                answer.to(exchange);
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        end.countDown();
        port.close();
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void readsTheServedRevisionAndWaitsForAnother() throws InterruptedException {
        answer = exchange -> {
            var asked = String.valueOf(exchange.getRequestURI().getQuery());
            send(exchange, 200, "{\"epoch\": \"%s\", \"sequence\": 7, \"sha256\": \"d\"}".formatted(asked));
        };
        assertThat(ask(Optional.empty())).contains("null");
        var older = serving(OptionalLong.empty());
        assertThat(ask(Optional.of(older))).isEqualTo("not=e.6&wait=30s");
        assertThat(ask(Optional.of(serving(OptionalLong.of(17))))).isEqualTo("not=e.6&wait=30s&state=17");
        var starting = new ReplicaAnswer(Optional.empty(), Map.of(), List.of(), Map.of(), OptionalLong.of(17));
        assertThat(ask(Optional.of(starting))).isEqualTo("null");
    }

    /** What an answer says of connections may no longer be so when the next question arrives. */
    @Test
    void anAnswerHasItsNumber() throws InterruptedException {
        answer = exchange -> send(exchange, 200, "{\"state\": 17}");
        assertThat(ask().orElseThrow().state()).hasValue(17);
        answer = exchange -> send(exchange, 200, "{\"state\": \"&wait=0s\"}");
        assertThat(ask().orElseThrow().state()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 302, 404, 500, 503})
    void anythingButOkIsNoAnswer(int code) throws InterruptedException {
        answer = exchange -> send(exchange, code, "{\"epoch\": \"e\", \"sha256\": \"d\"}");
        assertThat(ask()).isEmpty();
        answer = exchange -> send(exchange, 200, "{\"epoch\": \"e\", \"sha256\": \"d\"}");
        assertThat(ask()).isPresent();
    }

    @Test
    void garbageIsNoAnswer() throws InterruptedException {
        answer = exchange -> send(exchange, 200, "<html>welcome</html>");
        assertThat(ask()).isEmpty();
    }

    @Test
    void anEndlessBodyIsNoAnswer() throws InterruptedException {
        answer = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            var chunk = new byte[1 << 16];
            while (end.getCount() > 0) {
                exchange.getResponseBody().write(chunk);
            }
        };
        assertThat(ask()).isEmpty();
    }

    /** Pods of one tenant could fill the operator's memory with what they say, or have said. */
    @Test
    void answersOfANamespaceHaveRoomTogether() throws InterruptedException {
        var large = "{\"epoch\": \"e\", \"sha256\": \"d\", \"refused\": [{\"leaf\": \"a\", \"reason\": \"%s\"}]}"
                .formatted("x".repeat(ROOM / 5));
        answer = exchange -> send(exchange, 200, large);
        assertThat(ask("first")).isPresent();
        assertThat(ask("first")).isPresent();
        assertThat(ask("second")).isPresent();
        assertThat(ask("third")).isEmpty();
        port.forget(pod("first", "127.0.0.1"));
        assertThat(ask("third")).isPresent();
    }

    @Test
    void smallAnswersAlwaysHaveRoom() throws InterruptedException {
        try (var full = new HttpReplicaAdmin(Duration.ofSeconds(20), new AnswerRoom(0))) {
            answer = exchange -> send(exchange, 200, "{}" + " ".repeat((8 << 10) - 2));
            assertThat(full.ask(SHOP, pod("127.0.0.1"), Optional.empty())).isPresent();
            answer = exchange -> send(exchange, 200, "{}" + " ".repeat((8 << 10) - 1));
            assertThat(full.ask(SHOP, pod("127.0.0.1"), Optional.empty())).isEmpty();
        }
    }

    /** A follower that is stopped leaves its question with a part of the answer read. */
    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void anInterruptedQuestionTakesNoRoom() throws InterruptedException {
        var room = new AnswerRoom(ROOM);
        // So much that its namespace may not have more beside a third of the room that another one has.
        var held = AnswerRoom.FREE + ROOM / 2;
        try (var asking = new HttpReplicaAdmin(Duration.ofSeconds(20), room);
                var other = room.share("other")) {
            answer = exchange -> {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write(new byte[ROOM / 6]);
                exchange.getResponseBody().flush();
                awaitTheEnd();
            };
            var asker = Thread.ofVirtual().start(() -> {
                try {
                    asking.ask(SHOP, pod("127.0.0.1"), Optional.empty());
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            });
            do {
                assertThat(other.resize(held)).isTrue();
            } while (other.resize(held + 1));
            asker.interrupt();
            asker.join();

            assertThat(other.resize(held + 1)).isTrue();
        }
    }

    @Test
    void silenceIsNoAnswer() throws InterruptedException {
        answer = exchange -> awaitTheEnd();
        assertThatNoCallWaitsForever();
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aBodyThatBreaksOffIsNoAnswer() throws InterruptedException {
        answer = exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            awaitTheEnd();
        };
        assertThatNoCallWaitsForever();
    }

    @Test
    void aRefusedConnectionIsNoAnswer() throws InterruptedException {
        server.stop(0);
        assertThat(ask()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.2.3,    http://10.1.2.3:9090/revision",
        "fd00::17,    http://[fd00::17]:9090/revision",
    })
    void bothFamiliesOfAddressesAreAsked(String address, String expected) {
        var pod = new RuntimeEndpoint("uid", "shop-0", "", address, 9090, true, true, false);
        assertThat(HttpReplicaAdmin.address(pod, Optional.empty())).hasToString(expected);
    }

    @Test
    void anAddressThatIsNoneIsNoAnswer() throws InterruptedException {
        assertThat(port.ask(SHOP, pod("not an address"), Optional.empty())).isEmpty();
    }

    private static ReplicaAnswer serving(OptionalLong state) {
        return new ReplicaAnswer(Optional.of(new Revision("e", 6, "d")), Map.of(), List.of(), Map.of(), state);
    }

    private String ask(Optional<ReplicaAnswer> known) throws InterruptedException {
        return port.ask(SHOP, pod("127.0.0.1"), known)
                .flatMap(ReplicaAnswer::revision)
                .orElseThrow()
                .epoch();
    }

    private Optional<ReplicaAnswer> ask() throws InterruptedException {
        return port.ask(SHOP, pod("127.0.0.1"), Optional.empty());
    }

    private Optional<ReplicaAnswer> ask(String uid) throws InterruptedException {
        return port.ask(SHOP, pod(uid, "127.0.0.1"), Optional.empty());
    }

    private RuntimeEndpoint pod(String address) {
        return pod("uid", address);
    }

    private RuntimeEndpoint pod(String uid, String address) {
        return new RuntimeEndpoint(
                uid, "shop-0", "1.0.0", address, server.getAddress().getPort(), true, true, false);
    }

    private void assertThatNoCallWaitsForever() throws InterruptedException {
        try (var impatient = new HttpReplicaAdmin(Duration.ofMillis(200), new AnswerRoom(ROOM))) {
            assertThat(impatient.ask(SHOP, pod("127.0.0.1"), Optional.empty())).isEmpty();
        }
    }

    private void awaitTheEnd() {
        try {
            end.await();
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, int code, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(code, code == 204 ? -1 : bytes.length);
        if (code != 204) {
            exchange.getResponseBody().write(bytes);
        }
    }

    private interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }
}
