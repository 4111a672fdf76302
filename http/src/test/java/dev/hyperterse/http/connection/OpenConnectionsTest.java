package dev.hyperterse.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PlainSocket;
import io.helidon.webserver.CloseConnectionException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A listener with places for three connections. */
@Timeout(60)
class OpenConnectionsTest {
    private static final int MOST = 3;
    /** Half of a place. */
    private static final int PART = 1;

    private final ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final OpenConnections connections = new OpenConnections(ConnectionMemory.of(MOST, 0));
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
        while (!isIdle(stalled)) {
            assertThat(connections.count()).isEqualTo(MOST);
        }

        assertThat(connections.admit(connected())).isTrue();

        assertThat(writer.isInterrupted() || !writer.isAlive()).isTrue();
        assertThat(connections.admit(connected())).isFalse();
    }

    @Test
    void streamLeavesHalfOfItsPlaceToOthersAndGetsItBackWhereItIsFree() throws IOException {
        var halves = new OpenConnections(new ConnectionMemory(10, 2, 2, 0));
        var streams = new ArrayList<Arrivals>();
        for (int stream = 0; stream < 2; stream++) {
            streams.add(connected());
            assertThat(halves.admit(streams.getLast())).isTrue();
            assertThat(halves.most()).isEqualTo(2);
            assertThat(halves.beginStream(streams.getLast(), true)).isEqualTo(PART);
        }
        var call = connected();
        assertThat(halves.most()).isEqualTo(3);
        assertThat(halves.admit(call)).isTrue();
        assertThat(halves.admit(connected())).isFalse();
        assertThat(halves.endStream(streams.getFirst(), PART)).isFalse();

        halves.leave(call);

        assertThat(halves.endStream(streams.getFirst(), PART)).isTrue();
        halves.leave(streams.getFirst());
        halves.leave(streams.getLast());
        assertThat(halves.count()).isZero();
        assertThat(halves.most()).isEqualTo(2);
    }

    /** Its client may never use it again. */
    @Test
    void streamThatEndsClosesNoOtherConnection() throws IOException {
        var halves = new OpenConnections(new ConnectionMemory(10, 2, 2, 0));
        var stream = connected();
        var other = connected();
        for (var connection : List.of(stream, other)) {
            assertThat(halves.admit(connection)).isTrue();
            halves.beginStream(connection, true);
        }
        var idle = connected();
        assertThat(halves.admit(idle)).isTrue();
        awaitRequest(idle);

        assertThat(halves.endStream(stream, PART)).isFalse();

        assertThat(isIdle(idle)).isTrue();
        assertThat(halves.count()).isEqualTo(3);
    }

    /** However many of them have a whole place. */
    @Test
    void streamsLeaveAQuarterOfAllPlaces() throws IOException {
        int places = 8;
        var halves = new OpenConnections(new ConnectionMemory(100, places, 2, 0));
        int begun = 0;
        var held = new ArrayList<Integer>();
        var connections = new ArrayList<Arrivals>();
        while (begun < halves.mostStreams()) {
            connections.add(connected());
            assertThat(halves.admit(connections.getLast())).isTrue();
            held.add(halves.beginStream(connections.getLast(), begun % 3 == 0));
            begun++;
        }
        assertThat(held.stream().mapToInt(parts -> parts).sum()).isBetween(10, 12);
        for (int call = 0; call < places / 4; call++) {
            assertThat(halves.admit(connected())).isTrue();
        }
        for (int stream = 0; stream < begun; stream++) {
            halves.endStream(connections.get(stream), held.get(stream));
        }
        assertThat(halves.mostStreams()).isEqualTo(6);
    }

    /** A look at 200 connections finds three, of which one has another request before its turn comes. */
    @Test
    void connectionThatWasUsedSinceTheLastLookIsNotClosed() throws IOException {
        int most = 200;
        var many = new OpenConnections(ConnectionMemory.of(most, 0));
        var all = new ArrayList<Arrivals>();
        for (int connection = 0; connection < most; connection++) {
            all.add(connected());
            assertThat(many.admit(all.getLast())).isTrue();
            awaitRequest(all.getLast());
        }
        assertThat(many.admit(connected())).isTrue();
        assertThat(isIdle(all.getFirst())).isFalse();
        var used = all.get(1);
        clients.get(1).getOutputStream().write('x');
        while (isIdle(used)) {
            LockSupport.parkNanos(1_000_000);
        }
        awaitRequest(used);

        assertThat(many.admit(connected())).isTrue();

        assertThat(isIdle(used)).isTrue();
        assertThat(isIdle(all.get(2))).isFalse();
        assertThat(isIdle(all.get(3))).isTrue();
    }

    /** Files bound connections, however small they are. */
    @Test
    void streamsLeaveNoPlaceBeyondTheMostConnections() throws IOException {
        var files = new OpenConnections(new ConnectionMemory(2, 2, 2, 0));
        for (int stream = 0; stream < 2; stream++) {
            var connection = connected();
            assertThat(files.admit(connection)).isTrue();
            files.beginStream(connection, true);
        }

        assertThat(files.admit(connected())).isFalse();
        assertThat(files.most()).isEqualTo(2);
    }

    /** Its bytes never stall, but it began long ago. */
    @Test
    void requestThatDripsMakesRoomInTheMemory() throws IOException {
        clients.add(new Socket(listener.getInetAddress(), listener.getLocalPort()));
        var share = memory.share();
        assertThat(share.take(1)).isTrue();
        var dripping = new Arrivals(PlainSocket.server(listener.accept(), "child", "server"), share);
        assertThat(connections.admit(dripping)).isTrue();
        Thread.ofVirtual().start(() -> {
            try {
                while (dripping.more().isPresent()) {
                    // Bytes are taken as they come.
                }
            } catch (CloseConnectionException closed) {
                // As it should be.
            }
        });

        while (!connections.closeOneWithARequest()) {
            clients.getLast().getOutputStream().write('x');
        }

        assertThat(memory.held()).isZero();
    }

    @Test
    void closeThatBlocksDoesNotDelayTheNewConnection() throws IOException {
        var released = new CountDownLatch(1);
        var blocked = (HelidonSocket) Proxy.newProxyInstance(
                HelidonSocket.class.getClassLoader(), new Class<?>[] {HelidonSocket.class}, (_, method, _) -> {
                    released.await();
                    return method.getReturnType() == int.class ? -1 : null;
                });
        var idle = new Arrivals(blocked, memory.share());
        assertThat(connections.admit(idle)).isTrue();
        assertThat(connections.admit(connected())).isTrue();
        assertThat(connections.admit(connected())).isTrue();
        awaitRequest(idle);

        assertThat(connections.admit(connected())).isTrue();

        assertThat(released.getCount()).isOne();
        released.countDown();
    }

    @Test
    void connectionThatWasClosedClosesNoOther() {
        var closed = new AtomicInteger();
        var full = new RequestMemory(10, () -> closed.incrementAndGet() < MOST);
        var share = full.share();
        assertThat(share.take(10)).isTrue();
        share.end();

        assertThat(share.take(10)).isFalse();

        assertThat(closed).hasValue(0);
        assertThat(full.held()).isZero();
    }

    @Test
    void piecesThatArriveAheadAreChargedAsObjects() throws Exception {
        var bytes = new LinkedBlockingQueue<Optional<byte[]>>();
        var share = memory.share();
        Supplier<Optional<byte[]>> received = () -> {
            try {
                return bytes.take();
            } catch (InterruptedException stopped) {
                return Optional.empty();
            }
        };
        var ahead = new LookAhead(received, received, () -> {}, share);
        ahead.watch(() -> {});
        for (int piece = 0; piece < 10; piece++) {
            bytes.add(Optional.of(new byte[1]));
        }
        while (memory.held() < 10 * 33) {
            LockSupport.parkNanos(1_000_000);
        }
        for (int piece = 0; piece < 10; piece++) {
            assertThat(ahead.next()).isPresent();
        }

        assertThat(memory.held()).isZero();
        bytes.add(Optional.empty());
        assertThat(ahead.next()).isEmpty();
    }

    private Arrivals connected() throws IOException {
        clients.add(new Socket(listener.getInetAddress(), listener.getLocalPort()));
        return new Arrivals(PlainSocket.server(listener.accept(), "child", "server"), memory.share());
    }

    /** Has a thread of its own wait for the next request, and returns when it does. */
    private static void awaitRequest(Arrivals connection) {
        Thread.ofVirtual().start(connection::first);
        while (!isIdle(connection)) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static boolean isIdle(Arrivals connection) {
        return connection.mayBeClosed(System.nanoTime(), Arrivals.Need.PLACE);
    }
}
