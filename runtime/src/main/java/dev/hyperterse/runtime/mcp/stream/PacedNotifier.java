package dev.hyperterse.runtime.mcp.stream;

import dev.hyperterse.http.connection.BoundedWrite;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Notifies one client. An offer sets a bit and returns; the notifier's own thread writes pending notifications at its
 * pace, so that a peer that does not read delays no other.
 */
public final class PacedNotifier {
    private static final long NEVER = Long.MAX_VALUE;
    private static final int KINDS = Notice.values().length;

    private final StreamTimings pace;
    private final Thread thread = Thread.currentThread();
    private final AtomicReference<Pending> pending;
    private final BoundedWrite write = new BoundedWrite();
    private final Set<String> updated = ConcurrentHashMap.newKeySet();
    /** The earliest times, indexed by kind: first notices, then repeated ones. */
    private final long[] notBefore = new long[2 * KINDS];

    private final long[] lastSent = new long[2 * KINDS];
    private final AtomicLongArray spreadNanos = new AtomicLongArray(2 * KINDS);
    private volatile boolean closed;

    /** Creates a notifier that the current thread runs. {@code position} is the revision that its client knows now. */
    public PacedNotifier(StreamTimings pace, String position) {
        this.pace = pace;
        this.pending = new AtomicReference<>(new Pending(0, 0, position));
        Arrays.fill(notBefore, NEVER);
        Arrays.fill(lastSent, NEVER);
    }

    /**
     * The pending notifications, and the revision that the client knows after them.
     *
     * @param again kinds to repeat, unless they are already pending
     */
    private record Pending(int notices, int again, String position) {
        Pending and(Set<Notice> more, String reached) {
            return new Pending(notices | bits(more), again, reached);
        }

        Pending andAgain(Set<Notice> more) {
            return new Pending(notices, again | bits(more), position);
        }

        Pending without(Notice written) {
            return new Pending(notices & ~written.bit(), again & ~written.bit(), position);
        }

        boolean has(Notice notice) {
            return (notices & notice.bit()) != 0;
        }

        /** A pending first notice covers the repetition. */
        boolean hasOnlyAgain(Notice notice) {
            return !has(notice) && (again & notice.bit()) != 0;
        }

        private static int bits(Set<Notice> set) {
            return set.stream().mapToInt(Notice::bit).reduce(0, (one, other) -> one | other);
        }
    }

    /** The revision that the client knows from written notices; empty while one is pending. */
    public Optional<String> reached() {
        var waiting = pending.get();
        return waiting.notices() == 0 ? Optional.of(waiting.position()) : Optional.empty();
    }

    /**
     * Offers notices to the client; a notice that is already pending is sent once.
     *
     * @param uris the resources of {@link Notice#UPDATED}
     * @param position the revision that the client knows afterwards
     */
    public void offer(Set<Notice> notices, Set<String> uris, String position, boolean spread) {
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
     * Repeats notices. Repetitions keep the same pace and never delay a new notice.
     */
    public void offerAgain(Set<Notice> notices, Set<String> uris, boolean spread) {
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

    /** Ends, soon. */
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    /** Drops a peer that does not read. */
    public void dropIfStuck(long nowNanos) {
        if (write.endedAfter(pace.writeTimeout(), nowNanos)) {
            closed = true;
        }
    }

    /** Writes until it is closed and ends gracefully; throws when the peer has disconnected. */
    public void run(NotificationSink sink) throws IOException {
        write(sink::begin);
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

    /**
     * The earliest time of a notice, computed when the notifier first sees it pending: its delay in the spread, and the
     * gap after the last one.
     */
    private long notBefore(int turn, long now) {
        if (notBefore[turn] == NEVER) {
            long own = afterGap(turn, now + spreadNanos.get(turn));
            // A repeated notice keeps the gap after a first one; a first one does not after a repeated one.
            notBefore[turn] = turn < KINDS ? own : afterGap(turn - KINDS, own);
        }
        return notBefore[turn];
    }

    private long afterGap(int turn, long wanted) {
        return lastSent[turn] == NEVER
                ? wanted
                : wanted + Math.max(0, lastSent[turn] + pace.gap().toNanos() - wanted);
    }

    private void writeDue(NotificationSink sink, long now) throws IOException {
        for (var notice : Notice.values()) {
            var waiting = pending.get();
            int turn = turn(waiting, notice);
            if ((waiting.has(notice) || waiting.hasOnlyAgain(notice)) && notBefore(turn, now) - now <= 0) {
                pending.updateAndGet(left -> left.without(notice));
                write(sink, notice);
                notBefore[notice.ordinal()] = NEVER;
                notBefore[KINDS + notice.ordinal()] = NEVER;
                lastSent[turn] = System.nanoTime();
            }
        }
    }

    private void write(NotificationSink sink, Notice notice) throws IOException {
        switch (notice) {
            case TOOLS, PROMPTS, RESOURCES -> write(() -> sink.notification(notice, Optional.empty()));
            case UPDATED -> {
                for (var uri : takeUpdates().stream().sorted().toList()) {
                    write(() -> sink.notification(notice, Optional.of(uri)));
                }
            }
        }
    }

    private Set<String> takeUpdates() {
        var taken = Set.copyOf(updated);
        updated.removeAll(taken);
        return taken;
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
