package dev.hyperterse.compiler.document;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** Stands between a client and its server, and can keep back what the server answers to one command, or cut it off. */
final class HeldConnection implements AutoCloseable {
    private final ServerSocket listening;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile String held = "no such command";
    private volatile boolean cut;
    private volatile CountDownLatch arrived = new CountDownLatch(1);

    HeldConnection(int target) throws IOException {
        this.target = target;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    String url() {
        return "mongodb://127.0.0.1:" + listening.getLocalPort();
    }

    /** From now on a command with that name is not passed on. */
    void hold(String command) {
        arrived = new CountDownLatch(1);
        held = command;
    }

    /** From now on the connection on which that command comes ends. */
    void cut(String command) {
        cut = true;
        hold(command);
    }

    void release() {
        held = "no such command";
        cut = false;
    }

    void awaitCommand() throws InterruptedException {
        arrived.await();
    }

    /** Ends every connection that there is, as a server does that restarts. */
    void drop() throws IOException {
        for (var socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    private void accept() {
        try {
            while (true) {
                var client = listening.accept();
                var server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(client);
                sockets.add(server);
                Thread.ofVirtual().start(() -> pass(client, server, true));
                Thread.ofVirtual().start(() -> pass(server, client, false));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void pass(Socket from, Socket to, boolean commands) {
        try (from;
                to) {
            var buffer = new byte[64 * 1024];
            for (var read = from.getInputStream().read(buffer);
                    read >= 0;
                    read = from.getInputStream().read(buffer)) {
                if (commands && new String(buffer, 0, read, StandardCharsets.ISO_8859_1).contains(held)) {
                    arrived.countDown();
                    if (cut) {
                        return;
                    }
                    continue;
                }
                to.getOutputStream().write(buffer, 0, read);
            }
        } catch (IOException ended) {
            // So does the other direction.
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        drop();
    }
}
