package dev.hyperterse.runtime.mcp.stream;

import dev.hyperterse.runtime.mcp.session.Session;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * One open stream. Whoever has something to say sets a bit and leaves; the stream's own thread writes what is due, so a
 * peer that does not read holds up nobody but itself.
 */
public final class ListeningStream {
    private static final long NEVER = Long.MAX_VALUE;

    private final Session session;
    private final String id;
    private final Pace pace;
    private final Supplier<String> position;
    private final Thread thread = Thread.currentThread();
    private final AtomicInteger pending = new AtomicInteger();
    private final Set<String> updated = ConcurrentHashMap.newKeySet();
    private final long[] notBefore = new long[Notice.values().length];
    private final long[] lastSent = new long[Notice.values().length];
    private volatile long spreadNanos;
    private volatile boolean closed;
    private volatile long writingSince;
    private long written;

    /** Belongs to the current thread. */
    ListeningStream(Session session, String id, Pace pace, Supplier<String> position) {
        this.session = session;
        this.id = id;
        this.pace = pace;
        this.position = position;
        Arrays.fill(notBefore, NEVER);
        Arrays.fill(lastSent, NEVER);
    }

    public Session session() {
        return session;
    }

    /** Has the stream told; a notice that is pending already stays one notice. */
    void offer(Set<Notice> notices, boolean spread) {
        int bits = 0;
        for (var notice : notices) {
            bits |= notice.bit();
        }
        if (bits != 0) {
            spreadNanos =
                    spread ? ThreadLocalRandom.current().nextLong(pace.spread().toNanos() + 1) : 0;
            pending.accumulateAndGet(bits, (some, more) -> some | more);
            LockSupport.unpark(thread);
        }
    }

    void offerUpdates(Set<String> uris, boolean spread) {
        updated.addAll(uris);
        offer(Set.of(Notice.UPDATED), spread);
    }

    /** Ends the stream, soon. */
    void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    /** Drops a stream whose peer does not read: interrupting a blocked write closes its socket. */
    void dropIfStuck(long nowNanos) {
        long since = writingSince;
        if (since != 0 && nowNanos - since > pace.writeTimeout().toNanos()) {
            closed = true;
            thread.interrupt();
        }
    }

    /** Writes until the stream ends; an exception says that the peer is gone. */
    public void run(EventSink sink) throws IOException {
        write(() -> sink.prime(nextEventId(), session.ticket().version().primesStreams()));
        long comment = System.nanoTime() + pace.comment().toNanos();
        while (!closed) {
            int bits = pending.get();
            long now = System.nanoTime();
            long due = bits == 0 ? NEVER : due(bits, now);
            if (due != NEVER && due - now <= 0) {
                writeDue(sink, now);
                comment = System.nanoTime() + pace.comment().toNanos();
            } else if (comment - now <= 0) {
                write(sink::comment);
                comment = System.nanoTime() + pace.comment().toNanos();
            } else {
                LockSupport.parkNanos(this, Math.min(comment - now, due == NEVER ? comment - now : due - now));
            }
            if (Thread.interrupted()) {
                return;
            }
        }
    }

    /** When the first of the pending notices may be written. */
    private long due(int bits, long now) {
        long first = NEVER;
        for (var notice : Notice.values()) {
            if ((bits & notice.bit()) != 0) {
                long at = notBefore(notice, now);
                first = first == NEVER || at - first < 0 ? at : first;
            }
        }
        return first;
    }

    /** Decided when the stream first sees a notice pending: its place in the spread, and the gap after the last one. */
    private long notBefore(Notice notice, long now) {
        int index = notice.ordinal();
        if (notBefore[index] == NEVER) {
            long spread = now + spreadNanos;
            notBefore[index] = lastSent[index] == NEVER
                    ? spread
                    : spread + Math.max(0, lastSent[index] + pace.gap().toNanos() - spread);
        }
        return notBefore[index];
    }

    private void writeDue(EventSink sink, long now) throws IOException {
        for (var notice : Notice.values()) {
            int index = notice.ordinal();
            boolean isPending = (pending.get() & notice.bit()) != 0;
            if (isPending && notBefore(notice, now) - now <= 0) {
                pending.accumulateAndGet(notice.bit(), (bits, done) -> bits & ~done);
                for (var message : notice.messages(this::takeUpdates)) {
                    write(() -> sink.event(nextEventId(), message));
                }
                notBefore[index] = NEVER;
                lastSent[index] = System.nanoTime();
            }
        }
    }

    private Set<String> takeUpdates() {
        var taken = Set.copyOf(updated);
        updated.removeAll(taken);
        return taken;
    }

    private String nextEventId() {
        written++;
        return new EventId(id, position.get(), written).toString();
    }

    private void write(Write write) throws IOException {
        writingSince = System.nanoTime();
        try {
            write.run();
        } finally {
            writingSince = 0;
        }
    }

    @FunctionalInterface
    private interface Write {
        void run() throws IOException;
    }
}
