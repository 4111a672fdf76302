package dev.hyperterse.calls.fetch.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Resolves names on a few threads of its own, because the system's resolver blocks, and would pin the carrier of a
 * virtual thread. Concurrent lookups of one name are joined.
 */
public final class Lookups implements AutoCloseable {
    private static final int THREADS = 4;
    private static final int MOST_WAITING = 256;
    private static final long PATIENCE_SECONDS = 5;

    private final NameService names;
    private final ConcurrentHashMap<String, CompletableFuture<List<InetAddress>>> asked = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            THREADS,
            THREADS,
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST_WAITING),
            Thread.ofPlatform().name("name lookup ", 1).daemon().factory());

    public Lookups(NameService names) {
        this.names = names;
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * The calling thread waits.
     *
     * @throws UnknownHostException when the name has no address, or none in time
     */
    List<InetAddress> addresses(String host) throws UnknownHostException, InterruptedException {
        try {
            return ask(host).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException | CancellationException none) {
            throw (UnknownHostException) new UnknownHostException(host).initCause(none);
        }
    }

    private CompletableFuture<List<InetAddress>> ask(String host) {
        var mine = new CompletableFuture<List<InetAddress>>();
        var running = asked.putIfAbsent(host, mine);
        if (running != null) {
            return running;
        }
        try {
            threads.execute(() -> answer(host, mine));
        } catch (RejectedExecutionException full) {
            asked.remove(host, mine);
            mine.completeExceptionally(full);
        }
        return mine;
    }

    private void answer(String host, CompletableFuture<List<InetAddress>> asker) {
        try {
            var addresses = names.addresses(host);
            forgotten(host, asker).complete(addresses);
        } catch (UnknownHostException | RuntimeException none) {
            forgotten(host, asker).completeExceptionally(none);
        } finally {
            // Ends a lookup that failed with an Error; any other has ended.
            forgotten(host, asker).cancel(false);
        }
    }

    /** Lookups are forgotten before their answer: one that begins behind the answer resolves the name again. */
    private CompletableFuture<List<InetAddress>> forgotten(String host, CompletableFuture<List<InetAddress>> asker) {
        asked.remove(host, asker);
        return asker;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
