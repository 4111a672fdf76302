package dev.hyperterse.engines.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.engines.ConnectionHealth;
import dev.hyperterse.engines.PasswordSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that answers commands in ways that no Redis does; line ends are written as ^. */
@Timeout(60)
class RedisProtocolTest {
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

    RedisProtocolTest() throws IOException {}

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"+OK^", ":3^", "$-1^", "$2^OK^", "_^", ">1^+OK^", "HTTP/1.1 400 Bad Request^"})
    void answerToHelloThatIsNoListIsAnotherProtocol(String hello) {
        answer(_ -> hello);
        try (var redis = RedisCalls.reading(url())) {
            assertThat(redis.run("GET a")).isEqualTo("unavailable: adapter db unavailable");
            assertThat(redis.state()).isEqualTo("DOWN the database does not speak RESP3, or asks for TLS");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-MOVED^", "-MOVED  ^", "-MOVED 1^", "-MOVED 1 host^", "-MOVED x 127.0.0.1:1^", "-ASK  ^"})
    void malformedRedirectionMakesTheAdapterUnavailable(String redirection) {
        answerCommands(redirection);
        try (var redis = RedisCalls.reading(url())) {
            assertThat(redis.run("GET a")).isEqualTo("unavailable: adapter db unavailable");
        }
    }

    /** A cluster that moves one of the keys of a command to another node. */
    @Test
    void commandOfKeysThatAreBeingMovedDoesNotMakeTheAdapterUnavailable() {
        answerCommands("-TRYAGAIN Multiple keys request during rehashing of slot^");
        try (var redis = RedisCalls.reading(url())) {
            assertThat(redis.run("MGET a b")).startsWith("execution: Multiple keys request during rehashing of slot");
            assertThat(redis.state()).doesNotStartWith("DOWN");
        }
    }

    @Test
    void verbatimTextWithoutItsFormatIsALostConnection() {
        answerCommands("=2^ab^");
        try (var redis = RedisCalls.writing(url())) {
            assertThat(redis.run("GET a")).endsWith("whether it took effect is unknown");
        }
    }

    @Test
    void nextAddressOfANodeServesWhenTheFirstRefuses() throws IOException {
        answerCommands("+PONG^");
        var node = new NodeAddress("node", server.getLocalPort());
        var settings = settings(node);
        var addresses = List.of(InetAddress.ofLiteral("127.0.0.2"), InetAddress.ofLiteral("127.0.0.1"));
        var connection = RedisConnection.open(node, _ -> addresses, settings, 30_000);
        assertThat(connection.answers(30_000)).isTrue();
        connection.abort();
    }

    @Test
    void nameThatIsResolvedTooLateLeavesNoTimeToConnect() {
        answerCommands("+PONG^");
        var node = new NodeAddress("node", server.getLocalPort());
        NameService slow = _ -> {
            var end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(200);
            while (System.nanoTime() - end < 0) {
                LockSupport.parkNanos(1_000_000);
            }
            return List.of(InetAddress.getLoopbackAddress());
        };
        assertThatThrownBy(() -> RedisConnection.open(node, slow, settings(node), 200))
                .isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void connectionThatOpensWhileItsAdapterIsReplacedIsClosed() {
        var home = new NodeAddress("127.0.0.1", server.getLocalPort());
        var nodes = nodes(home);
        answer(command -> {
            if (command.equals("HELLO")) {
                nodes.close();
            }
            return command.equals("HELLO") ? "%0^" : "+PONG^";
        });
        var connection = nodes.open(home, 60_000).orElseThrow();
        assertThat(connection.answers(60_000)).isFalse();
        nodes.pool(home).giveBack(connection);
        assertThat(nodes.any()).isFalse();
    }

    @Test
    void poolOfANodeWithoutConnectionsIsDropped() {
        answerCommands("+PONG^");
        var home = new NodeAddress("127.0.0.1", server.getLocalPort());
        var moved = new NodeAddress("127.0.0.2", 6379);
        var nodes = nodes(home);
        var connection = nodes.open(home, 60_000).orElseThrow();
        var used = nodes.pool(home);
        var empty = nodes.pool(moved);
        nodes.sweep();
        assertThat(nodes.pool(home)).isSameAs(used);
        assertThat(nodes.pool(moved)).isNotSameAs(empty);
        used.giveBack(connection);
        nodes.sweep();
        assertThat(nodes.pool(home)).isSameAs(used);
        nodes.close();
    }

    private static Nodes nodes(NodeAddress home) {
        return new Nodes(
                RedisCalls.adapter(Adapter.Access.ReadOnly, 60_000, 1000),
                settings(home),
                new ConnectionHealth("db", () -> false, () -> {}));
    }

    private static RedisSettings settings(NodeAddress node) {
        return new RedisSettings(
                List.of(node), 0, Optional.empty(), PasswordSource.fixed(Optional.empty()), Optional.empty(), false);
    }

    private String url() {
        return "redis://127.0.0.1:" + server.getLocalPort();
    }

    /** A server that is well, and gives that answer to all commands of callers. */
    private void answerCommands(String reply) {
        answer(command -> switch (command) {
            case "HELLO" -> "%0^";
            case "PING" -> "+PONG^";
            default -> reply;
        });
    }

    private void answer(UnaryOperator<String> answers) {
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    var client = server.accept();
                    Thread.ofVirtual().start(() -> serve(client, answers));
                }
            } catch (IOException stopped) {
                // The test is over.
            }
        });
    }

    private static void serve(Socket client, UnaryOperator<String> answers) {
        try (client;
                var in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
            for (var count = in.readLine(); count != null; count = in.readLine()) {
                in.readLine();
                var command = in.readLine();
                for (var line = 2; line < 2 * Integer.parseInt(count.substring(1)); line++) {
                    in.readLine();
                }
                client.getOutputStream()
                        .write(answers.apply(command).replace("^", "\r\n").getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException gone) {
            // The connection is closed.
        }
    }
}
