package dev.hyperterse.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.helidon.common.socket.PlainSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A listener with places for three connections. */
@Timeout(60)
class OpenConnectionsTest {
    private static final int MOST = 3;

    private final ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final OpenConnections connections = new OpenConnections(MOST);
    private final RequestMemory memory = new RequestMemory(1 << 20, () -> false);
    private final List<Socket> clients = new ArrayList<>();

    OpenConnectionsTest() throws IOException {}

    @AfterEach
    void stop() throws IOException {
        for (var client : clients) {
            client.close();
        }
        listener.close();
    }

    @Test
    void theConnectionThatHasWaitedLongestMakesRoom() throws IOException {
        var second = connected();
        var first = connected();
        var third = connected();
        for (var connection : List.of(second, first, third)) {
            assertThat(connections.admit(connection)).isTrue();
        }
        for (var connection : List.of(first, second, third)) {
            awaitRequest(connection);
        }

        assertThat(connections.admit(connected())).isTrue();

        assertThat(clients.get(1).getInputStream().read()).as("the end").isNegative();
        assertThat(isIdle(first)).isFalse();
        assertThat(isIdle(second)).isTrue();
        assertThat(isIdle(third)).isTrue();
        assertThat(connections.count()).isEqualTo(MOST);
    }

    @Test
    void thereIsNoRoomWhereNoneWaits() throws IOException {
        for (int connection = 0; connection < MOST; connection++) {
            assertThat(connections.admit(connected())).isTrue();
        }

        assertThat(connections.admit(connected())).isFalse();
        assertThat(connections.count()).isEqualTo(MOST);
    }

    @Test
    void connectionWhoseClientDoesNotReadMakesRoom() throws IOException {
        var stalled = connected();
        assertThat(connections.admit(stalled)).isTrue();
        assertThat(connections.admit(connected())).isTrue();
        assertThat(connections.admit(connected())).isTrue();
        var writer = Thread.ofVirtual().unstarted(() -> {
            stalled.sending().begin();
            LockSupport.park();
        });
        writer.start();
        while (!stalled.mayBeClosed(System.nanoTime())) {
            assertThat(connections.count()).isEqualTo(MOST);
        }

        assertThat(connections.admit(connected())).isTrue();

        assertThat(writer.isInterrupted() || !writer.isAlive()).isTrue();
        assertThat(connections.admit(connected())).isFalse();
    }

    private Arrivals connected() throws IOException {
        clients.add(new Socket(listener.getInetAddress(), listener.getLocalPort()));
        return new Arrivals(PlainSocket.server(listener.accept(), "child", "server"), memory.share());
    }

    /** Has a thread of its own wait for the next request, and returns when it does. */
    private static void awaitRequest(Arrivals connection) {
        Thread.ofVirtual().start(connection::first);
        while (!isIdle(connection)) {
            Thread.onSpinWait();
        }
    }

    private static boolean isIdle(Arrivals connection) {
        return connection.mayBeClosed(System.nanoTime());
    }
}
