package dev.hyperterse.runtime.mcp.stream;

import dev.hyperterse.runtime.mcp.session.Session;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * One open stream. Whoever has something to say sets a bit and leaves; the stream's own thread writes what is due, so a
 * peer that does not read holds up nobody but itself.
 */
public final class ListeningStream {
    private static final long NEVER = Long.MAX_VALUE;

    private final Session session;
    private final String id;
    private final Pace pace;
    private final Thread thread = Thread.currentThread();
    private final AtomicReference<Pending> pending;
    private final Set<String> updated = ConcurrentHashMap.newKeySet();
    private final long[] notBefore = new long[Notice.values().length];
    private final long[] lastSent = new long[Notice.values().length];
    private final AtomicLongArray spreadNanos = new AtomicLongArray(Notice.values().length);
    private volatile boolean closed;
    private volatile long writingSince;
    private String heard;
    private long written;

    /** Belongs to the current thread. {@code position} is where its client stands now. */
    ListeningStream(Session session, String id, Pace pace, String position) {
        this.session = session;
        this.id = id;
        this.pace = pace;
        this.heard = position;
        this.pending = new AtomicReference<>(new Pending(0, position));
        Arrays.fill(notBefore, NEVER);
        Arrays.fill(lastSent, NEVER);
    }

    public Session session() {
        return session;
    }

    /** What is still to be told, and where a client stands that has been told all of it. */
    private record Pending(int notices, String position) {
        Pending and(Set<Notice> more, String reached) {
            int bits = notices;
            for (var notice : more) {
                bits |= notice.bit();
            }
            return new Pending(bits, reached);
        }

        Pending without(Notice told) {
            return new Pending(notices & ~told.bit(), position);
        }

        boolean has(Notice notice) {
            return (notices & notice.bit()) != 0;
        }
    }

    /** Where the client stands that has been told what was written. */
    String heard() {
        return heard;
    }

    /** Where the client stood before it was away, as far as anybody knows. */
    void resumesAt(String position) {
        heard = position;
    }

    /**
     * Has the stream told; a notice that is pending already stays one notice.
     *
     * @param uris the resources that {@link Notice#UPDATED} is about
     * @param position what the client knows of when it has been told
     */
    void offer(Set<Notice> notices, Set<String> uris, String position, boolean spread) {
        long place = spread ? ThreadLocalRandom.current().nextLong(pace.spread().toNanos() + 1) : 0;
        var before = pending.get();
        for (var notice : notices) {
            if (!before.has(notice)) {
                spreadNanos.set(notice.ordinal(), place);
            }
        }
        updated.addAll(uris);
        pending.updateAndGet(waiting -> waiting.and(notices, position));
        if (!notices.isEmpty()) {
            LockSupport.unpark(thread);
        }
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

    /** Writes until the stream ends, and ends it in good order; an exception says that the peer is gone. */
    public void run(EventSink sink) throws IOException {
        write(() -> sink.prime(nextEventId(), session.ticket().version().primesStreams()));
        long comment = System.nanoTime() + pace.comment().toNanos();
        while (!closed) {
            long now = System.nanoTime();
            long due = due(pending.get(), now);
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
                break;
            }
        }
        write(sink::close);
    }

    /** When the first of the pending notices may be written. */
    private long due(Pending waiting, long now) {
        long first = NEVER;
        for (var notice : Notice.values()) {
            if (waiting.has(notice)) {
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
            long spread = now + spreadNanos.get(index);
            notBefore[index] = lastSent[index] == NEVER
                    ? spread
                    : spread + Math.max(0, lastSent[index] + pace.gap().toNanos() - spread);
        }
        return notBefore[index];
    }

    private void writeDue(EventSink sink, long now) throws IOException {
        for (var notice : Notice.values()) {
            int index = notice.ordinal();
            if (pending.get().has(notice) && notBefore(notice, now) - now <= 0) {
                pending.updateAndGet(waiting -> waiting.without(notice));
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

    /** A client that is lost before it was told everything comes back with the position from before all that. */
    private String nextEventId() {
        var waiting = pending.get();
        if (waiting.notices() == 0) {
            heard = waiting.position();
        }
        written++;
        return new EventId(id, heard, written).toString();
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
