package dev.hyperterse.testbed.mcp;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients that call again and again, each with a session and a connection of its own, until told to stop. They pause
 * between calls as clients do: a load that takes every core shows how a machine is shared and nothing else.
 */
public final class Load implements AutoCloseable {
    /** One call of one client. */
    @FunctionalInterface
    public interface Work {
        void call(McpSession session) throws IOException;
    }

    private static final int REMEMBERED = 20;
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final List<McpEndpoint> endpoints = new ArrayList<>();
    private final List<Thread> clients = new ArrayList<>();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private volatile boolean stopped;

    private Load() {}

    /** Spreads the clients over those addresses. */
    public static Load start(List<URI> urls, int clients, Work work) throws IOException {
        var load = new Load();
        for (var client = 0; client < clients; client++) {
            var endpoint = new McpEndpoint(urls.get(client % urls.size()));
            load.endpoints.add(endpoint);
            var session = endpoint.initialize();
            load.clients.add(Thread.ofVirtual().name("load").start(() -> load.run(session, work)));
        }
        return load;
    }

    private void run(McpSession session, Work work) {
        while (!stopped) {
            try {
                Thread.sleep(PAUSE);
                work.call(session);
                answered.incrementAndGet();
            } catch (InterruptedException ended) {
                return;
            } catch (IOException | RuntimeException wrong) {
                if (!stopped && failed.incrementAndGet() <= REMEMBERED) {
                    failures.add(wrong + (wrong.getCause() == null ? "" : " (" + wrong.getCause() + ")"));
                }
            }
        }
    }

    public long answered() {
        return answered.get();
    }

    /** The first few failures. */
    public List<String> failures() {
        return List.copyOf(failures);
    }

    /** Waits until so many calls are answered, or one has failed. */
    public void awaitAnswered(long calls) throws InterruptedException {
        while (answered.get() < calls && failed.get() == 0) {
            Thread.sleep(5);
        }
    }

    /** Returns once every call has ended. */
    public void stop() throws InterruptedException {
        stopped = true;
        for (var client : clients) {
            client.join();
        }
    }

    @Override
    public void close() {
        stopped = true;
        endpoints.forEach(McpEndpoint::close);
        clients.forEach(Thread::interrupt);
    }
}
