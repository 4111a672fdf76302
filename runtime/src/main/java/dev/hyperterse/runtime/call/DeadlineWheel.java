package dev.hyperterse.runtime.call;

import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The timer of all deadlines of a replica, on one thread: adding and removing one takes a few pointer writes, whatever their
 * number. A deadline fires up to one tick late. Expiry must not block.
 */
public final class DeadlineWheel implements AutoCloseable {
    private static final long TICK = Duration.ofMillis(10).toNanos();
    private static final int BUCKETS = 1024;

    /** Something with a deadline; at most once in one wheel at a time. */
    public abstract static class Timed {
        private Timed previous;
        private Timed next;
        private Bucket bucket;
        private long at;

        /** Runs on the wheel's thread, once, unless removed before. */
        protected abstract void expire();
    }

    private final Bucket[] buckets = new Bucket[BUCKETS];
    private final AtomicInteger waiting = new AtomicInteger();
    private final Thread thread;
    private volatile boolean asleep;
    private volatile boolean closed;

    public DeadlineWheel() {
        for (var index = 0; index < BUCKETS; index++) {
            buckets[index] = new Bucket();
        }
        thread = Thread.ofPlatform().daemon().name("deadlines").start(this::turn);
    }

    /** {@code atNanos} is a reading of {@link System#nanoTime}. */
    public void add(Timed timed, long atNanos) {
        timed.at = atNanos;
        // Counted before it can be seen: the thread sleeps only when nothing is counted.
        var before = waiting.getAndIncrement();
        // A deadline that has passed goes where the thread comes next, not where it has been.
        var now = System.nanoTime();
        var due = atNanos - now < 0 ? now : atNanos;
        buckets[(int) Math.floorMod(Math.floorDiv(due, TICK) + 1, (long) BUCKETS)].add(timed);
        // Waking a thread costs more than all the rest, so a thread that only sleeps until the next tick is not woken.
        if (before == 0 && asleep) {
            LockSupport.unpark(thread);
        }
    }

    /** No effect when it has fired already. */
    public void remove(Timed timed) {
        var bucket = timed.bucket;
        if (bucket != null && bucket.remove(timed)) {
            waiting.decrementAndGet();
        }
    }

    int waiting() {
        return waiting.get();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    private void turn() {
        var tick = Math.floorDiv(System.nanoTime(), TICK);
        while (!closed) {
            if (waiting.get() == 0) {
                sleep();
                // Nothing was waiting, so no bucket was missed; the new one is at or after the present tick.
                tick = Math.floorDiv(System.nanoTime(), TICK) - 1;
                continue;
            }
            var now = System.nanoTime();
            // After a long pause of the machine one whole turn sees every bucket.
            tick = Math.max(tick, Math.floorDiv(now, TICK) - BUCKETS);
            for (; tick <= Math.floorDiv(now, TICK); tick++) {
                fire(buckets[(int) Math.floorMod(tick, (long) BUCKETS)], now);
            }
            LockSupport.parkNanos(this, TICK - Math.floorMod(System.nanoTime(), TICK));
        }
    }

    /** Until a deadline exists: the caller that adds the first one checks whether the thread sleeps, after counting it. */
    private void sleep() {
        asleep = true;
        if (waiting.get() == 0) {
            LockSupport.park(this);
        }
        asleep = false;
    }

    private void fire(Bucket bucket, long now) {
        for (var due = bucket.takeDue(now); due != null; due = bucket.takeDue(now)) {
            waiting.decrementAndGet();
            expire(due);
        }
    }

    private static void expire(Timed due) {
        // One faulty listener must not end every other deadline of the replica.
        BackgroundTurn.run("deadlines", due::expire);
    }

    /** A linked list whose links are in its elements. */
    private static final class Bucket {
        private Timed first;

        synchronized void add(Timed timed) {
            timed.bucket = this;
            timed.previous = null;
            timed.next = first;
            if (first != null) {
                first.previous = timed;
            }
            first = timed;
        }

        synchronized boolean remove(Timed timed) {
            if (timed.bucket != this) {
                return false;
            }
            unlink(timed);
            return true;
        }

        synchronized Timed takeDue(long now) {
            for (var timed = first; timed != null; timed = timed.next) {
                if (timed.at - now <= 0) {
                    unlink(timed);
                    return timed;
                }
            }
            return null;
        }

        private void unlink(Timed timed) {
            if (timed.previous == null) {
                first = timed.next;
            } else {
                timed.previous.next = timed.next;
            }
            if (timed.next != null) {
                timed.next.previous = timed.previous;
            }
            timed.previous = null;
            timed.next = null;
            timed.bucket = null;
        }
    }
}
