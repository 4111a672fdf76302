package dev.hyperterse.engines.postgres.wire;

import dev.hyperterse.engines.PasswordSource;
import dev.hyperterse.engines.postgres.wire.host.HostChoice;
import dev.hyperterse.engines.postgres.wire.host.ServerAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Something that listens where clients expect an engine, and says what a test makes it say. */
public final class FakeEngine implements AutoCloseable {
    /** The engine's side of one connection; the number counts connections from zero. The connection ends with it. */
    @FunctionalInterface
    public interface Script {
        void play(FakeConversation client, int number) throws IOException;
    }

    private final ServerSocket socket;
    private final Script script;
    private final AtomicInteger connections = new AtomicInteger();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private FakeEngine(ServerSocket socket, Script script) {
        this.socket = socket;
        this.script = script;
    }

    public static FakeEngine playing(Script script) throws IOException {
        var engine = new FakeEngine(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), script);
        Thread.ofVirtual().start(engine::accept);
        return engine;
    }

    /** A connection of a client to this engine. */
    public WireConnection dial() throws IOException {
        var login = new Login(
                ServerAddress.list("127.0.0.1:" + port()),
                new HostChoice(HostChoice.Role.ANY, false),
                Map.of("user", "me"),
                PasswordSource.fixed(Optional.empty()),
                Optional.empty(),
                "SET x",
                new EngineTimeouts(Duration.ofSeconds(30), Duration.ZERO, Duration.ZERO),
                true);
        return new Dialer(login).open();
    }

    public int port() {
        return socket.getLocalPort();
    }

    public int connections() {
        return connections.get();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (var client : open) {
            client.close();
        }
    }

    private void accept() {
        try {
            while (true) {
                var client = socket.accept();
                // As an engine does: with Nagle's algorithm an answer in two writes takes 40 ms.
                client.setTcpNoDelay(true);
                var number = connections.getAndIncrement();
                open.add(client);
                Thread.ofVirtual().start(() -> play(client, number));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void play(Socket client, int number) {
        try (client) {
            script.play(new FakeConversation(client), number);
        } catch (IOException gone) {
            // Clients may leave whenever they want.
        } finally {
            open.remove(client);
        }
    }
}
