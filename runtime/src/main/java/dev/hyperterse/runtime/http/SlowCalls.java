package dev.hyperterse.runtime.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Opens the event stream of calls that take long, and writes to it now and then: proxies drop silent connections, and
 * HTTP/1.1 shows that a peer is gone only to whoever writes. Calls that end in time never notice; they cost one entry in
 * a set.
 */
final class SlowCalls implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final long SLOW = TimeUnit.MILLISECONDS.toNanos(500);
    private static final Duration COMMENT = Duration.ofSeconds(2);

    private final Set<PostStream> waiting = ConcurrentHashMap.newKeySet();
    private final Thread watch;
    private volatile boolean closed;

    SlowCalls() {
        watch = Thread.ofVirtual().name("slow calls").start(this::look);
    }

    void watch(PostStream stream) {
        waiting.add(stream);
    }

    void forget(PostStream stream) {
        waiting.remove(stream);
    }

    private void look() {
        while (!closed) {
            long now = System.nanoTime();
            for (var stream : waiting) {
                if (now - stream.beganNanos() > SLOW && waiting.remove(stream)) {
                    // A thread of its own: a peer that does not read must not hold up the others' streams.
                    Thread.ofVirtual().name("slow call").start(() -> keepAlive(stream));
                }
            }
            if (!paused(LOOK)) {
                return;
            }
        }
    }

    private static void keepAlive(PostStream stream) {
        do {
            stream.comment();
        } while (!stream.finished() && stream.open() && paused(COMMENT));
    }

    private static boolean paused(Duration pause) {
        try {
            Thread.sleep(pause);
            return true;
        } catch (InterruptedException ended) {
            return false;
        }
    }

    @Override
    public void close() {
        closed = true;
        watch.interrupt();
    }
}
