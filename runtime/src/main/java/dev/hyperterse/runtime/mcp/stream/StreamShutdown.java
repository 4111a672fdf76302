package dev.hyperterse.runtime.mcp.stream;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Queue;

/**
 * Ends the streams of a replica during its shutdown, one after the other: each client reconnects to another replica and
 * reads the lists there, and thousands at once would overload it. A few streams end quickly.
 */
public final class StreamShutdown {
    /** Part of the grace period of a pod, besides the time of its calls. */
    public static final Duration LONGEST = Duration.ofSeconds(20);

    /** The interval, shorter where all streams would take longer than {@link #LONGEST}. */
    private static final Duration APART = Duration.ofMillis(20);

    private final Queue<Runnable> ends;
    private final long apartNanos;
    private long due;

    /** @param now the start, a reading of {@link System#nanoTime} */
    public StreamShutdown(Collection<Runnable> ends, long now) {
        this.ends = new ArrayDeque<>(ends);
        this.apartNanos = Math.min(APART.toNanos(), LONGEST.toNanos() / Math.max(1, ends.size()));
        this.due = now;
    }

    /**
     * Ends the streams that are due.
     *
     * @return whether any stream is left
     */
    public boolean endDue(long now) {
        while (!ends.isEmpty() && now - due >= 0) {
            ends.remove().run();
            due += apartNanos;
        }
        return !ends.isEmpty();
    }
}
