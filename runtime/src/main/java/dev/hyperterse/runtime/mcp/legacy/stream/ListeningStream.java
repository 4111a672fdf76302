package dev.hyperterse.runtime.mcp.legacy.stream;

import dev.hyperterse.runtime.mcp.legacy.session.Session;
import dev.hyperterse.runtime.mcp.stream.BoundedWrite;
import dev.hyperterse.runtime.mcp.stream.EventSink;
import dev.hyperterse.runtime.mcp.stream.Notice;
import dev.hyperterse.runtime.mcp.stream.Pace;
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
    private static final int KINDS = Notice.values().length;

    private final Session session;
    private final String id;
    private final Pace pace;
    private final Thread thread = Thread.currentThread();
    private final AtomicReference<Pending> pending;
    private final BoundedWrite write = new BoundedWrite();
    private final Set<String> updated = ConcurrentHashMap.newKeySet();
    /** Turns of what is told once, then turns of what is told again. */
    private final long[] notBefore = new long[2 * KINDS];

    private final long[] lastSent = new long[2 * KINDS];
    private final AtomicLongArray spreadNanos = new AtomicLongArray(2 * KINDS);
    private volatile boolean closed;
    private String heard;
    private long written;

    /** Belongs to the current thread. {@code position} is where its client stands now. */
    ListeningStream(Session session, String id, Pace pace, String position) {
        this.session = session;
        this.id = id;
        this.pace = pace;
        this.heard = position;
        this.pending = new AtomicReference<>(new Pending(0, 0, position));
        Arrays.fill(notBefore, NEVER);
        Arrays.fill(lastSent, NEVER);
    }

    public Session session() {
        return session;
    }

    /**
     * What is still to be told, and where a client stands that has been told all of it.
     *
     * @param again what is to be told although it was told before, unless it is told anyway
     */
    private record Pending(int notices, int again, String position) {
        Pending and(Set<Notice> more, String reached) {
            return new Pending(notices | bits(more), again, reached);
        }

        Pending andAgain(Set<Notice> more) {
            return new Pending(notices, again | bits(more), position);
        }

        Pending without(Notice told) {
            return new Pending(notices & ~told.bit(), again & ~told.bit(), position);
        }

        boolean has(Notice notice) {
            return (notices & notice.bit()) != 0;
        }

        /** One message says both. */
        boolean hasOnlyAgain(Notice notice) {
            return !has(notice) && (again & notice.bit()) != 0;
        }

        private static int bits(Set<Notice> set) {
            return set.stream().mapToInt(Notice::bit).reduce(0, (one, other) -> one | other);
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
        long place = place(spread);
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

    /**
     * Has the stream told once more of what it was told before. It waits for its turn like anything else, and what is
     * new never waits for it.
     */
    void offerAgain(Set<Notice> notices, Set<String> uris, boolean spread) {
        long place = place(spread);
        notices.forEach(notice -> spreadNanos.set(KINDS + notice.ordinal(), place));
        updated.addAll(uris);
        pending.updateAndGet(waiting -> waiting.andAgain(notices));
        if (!notices.isEmpty()) {
            LockSupport.unpark(thread);
        }
    }

    private long place(boolean spread) {
        return spread ? ThreadLocalRandom.current().nextLong(pace.spread().toNanos() + 1) : 0;
    }

    /** Ends the stream, soon. */
    void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    /** Drops a stream whose peer does not read. */
    void dropIfStuck(long nowNanos) {
        if (write.endedAfter(pace.writeTimeout(), nowNanos)) {
            closed = true;
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
            if (waiting.has(notice) || waiting.hasOnlyAgain(notice)) {
                long at = notBefore(turn(waiting, notice), now);
                first = first == NEVER || at - first < 0 ? at : first;
            }
        }
        return first;
    }

    private static int turn(Pending waiting, Notice notice) {
        return waiting.has(notice) ? notice.ordinal() : KINDS + notice.ordinal();
    }

    /** Decided when the stream first sees a notice pending: its place in the spread, and the gap after the last one. */
    private long notBefore(int turn, long now) {
        if (notBefore[turn] == NEVER) {
            long own = afterGap(turn, now + spreadNanos.get(turn));
            // What is told again keeps its distance from what is told once, and not the other way round.
            notBefore[turn] = turn < KINDS ? own : afterGap(turn - KINDS, own);
        }
        return notBefore[turn];
    }

    private long afterGap(int turn, long wanted) {
        return lastSent[turn] == NEVER
                ? wanted
                : wanted + Math.max(0, lastSent[turn] + pace.gap().toNanos() - wanted);
    }

    private void writeDue(EventSink sink, long now) throws IOException {
        for (var notice : Notice.values()) {
            var waiting = pending.get();
            int turn = turn(waiting, notice);
            if ((waiting.has(notice) || waiting.hasOnlyAgain(notice)) && notBefore(turn, now) - now <= 0) {
                pending.updateAndGet(left -> left.without(notice));
                for (var message : notice.messages(this::takeUpdates)) {
                    write(() -> sink.event(nextEventId(), message));
                }
                notBefore[notice.ordinal()] = NEVER;
                notBefore[KINDS + notice.ordinal()] = NEVER;
                lastSent[turn] = System.nanoTime();
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

    private void write(Write bytes) throws IOException {
        write.begin();
        try {
            bytes.run();
        } finally {
            write.end();
        }
    }

    @FunctionalInterface
    private interface Write {
        void run() throws IOException;
    }
}
