package dev.hyperterse.playground.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Listens at the address of a Service and hands each connection to the next pod that is ready; what is open stays open. */
final class ServiceProxy implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration BETWEEN = Duration.ofMillis(50);
    private static final int CONNECT_MILLIS = 1_000;
    private static final int BACKLOG = 1_024;
    private static final int FIRST_FREE_PORT = 1_024;
    private static final int PRIVILEGED_PLUS = 8_000;

    private final ServerSocket listener;
    private final Supplier<List<InetSocketAddress>> backends;
    private final AtomicInteger turn = new AtomicInteger();

    private ServiceProxy(ServerSocket listener, Supplier<List<InetSocketAddress>> backends) {
        this.listener = listener;
        this.backends = backends;
    }

    static ServiceProxy open(String address, int port, Supplier<List<InetSocketAddress>> backends) {
        try {
            var proxy = new ServiceProxy(listen(address, port), backends);
            Thread.ofVirtual().start(proxy::accept);
            return proxy;
        } catch (IOException unavailable) {
            throw new UncheckedIOException("cannot listen at " + address + ":" + port, unavailable);
        }
    }

    /** Ports below 1024 may belong to root alone: then 80 is 8080. */
    private static ServerSocket listen(String address, int port) throws IOException {
        try {
            return listening(address, port);
        } catch (BindException refused) {
            if (port >= FIRST_FREE_PORT) {
                throw refused;
            }
            return listening(address, port + PRIVILEGED_PLUS);
        }
    }

    private static ServerSocket listening(String address, int port) throws IOException {
        var socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port), BACKLOG);
            return socket;
        } catch (IOException refused) {
            socket.close();
            throw refused;
        }
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var client = listener.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException closed) {
                // Closed, or out of file descriptors: the loop asks which.
                pause();
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            var connected = connect();
            if (connected.isPresent()) {
                try (var backend = connected.get()) {
                    var answers = Thread.ofVirtual().start(() -> copy(backend, client));
                    copy(client, backend);
                    answers.join();
                }
            }
        } catch (IOException broken) {
            // Both ends see it.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits a while for a pod to become ready; a client that gets none is closed. */
    private Optional<Socket> connect() {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        do {
            var ready = backends.get();
            for (var tried = 0; tried < ready.size(); tried++) {
                var backend = new Socket();
                try {
                    backend.connect(ready.get(Math.floorMod(turn.getAndIncrement(), ready.size())), CONNECT_MILLIS);
                    backend.setTcpNoDelay(true);
                    return Optional.of(backend);
                } catch (IOException justGone) {
                    close(backend);
                }
            }
            pause();
        } while (System.nanoTime() - deadline < 0 && !listener.isClosed());
        return Optional.empty();
    }

    /** Until one side has said everything; the other may still have something to say. */
    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException broken) {
            // A connection that broke on one side must not linger on the other.
            close(from);
            close(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyClosed) {
            // As wanted.
        }
    }

    private static void pause() {
        try {
            Thread.sleep(BETWEEN);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes no more connections; open ones end with their ends. */
    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException alreadyClosed) {
            // As wanted.
        }
    }
}
