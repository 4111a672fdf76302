package dev.hyperterse.runtime.decision;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Answers one request with that beginning, and then with one space after the other while the client reads. */
final class TrickledAnswer implements AutoCloseable {
    private static final long PACE_MILLIS = 20;

    private final ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final CountDownLatch over = new CountDownLatch(1);
    private final CountDownLatch closedByPeer = new CountDownLatch(1);
    private final String beginning;

    TrickledAnswer(String beginning) throws IOException {
        this.beginning = beginning;
        Thread.ofVirtual().start(this::answer);
    }

    int port() {
        return socket.getLocalPort();
    }

    void awaitClosedByPeer() throws InterruptedException {
        closedByPeer.await();
    }

    private void answer() {
        try (var connection = socket.accept()) {
            var out = connection.getOutputStream();
            out.write(beginning.getBytes(StandardCharsets.US_ASCII));
            while (!over.await(PACE_MILLIS, TimeUnit.MILLISECONDS)) {
                out.write(' ');
            }
        } catch (IOException closed) {
            closedByPeer.countDown();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        over.countDown();
        socket.close();
    }
}
