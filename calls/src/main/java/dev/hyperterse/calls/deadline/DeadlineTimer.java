package dev.hyperterse.calls.deadline;

import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The timer of all deadlines of a replica: a timer wheel on one thread, so adding and removing a deadline takes a few
 * pointer writes, whatever their number. A deadline fires up to one tick late. Expiry must not block.
 */
public final class DeadlineTimer implements AutoCloseable {
    private static final long TICK = Duration.ofMillis(10).toNanos();
    private static final int BUCKETS = 1024;

    /** An object with a deadline. It may be in one timer at a time, once. */
    public abstract static class Timed {
        private Timed previous;
        private Timed next;
        private Bucket bucket;
        private long at;

        /** Called once on the thread of the timer, unless the deadline is removed before. */
        protected abstract void expire();
    }

    private final Bucket[] buckets = new Bucket[BUCKETS];
    private final AtomicInteger waiting = new AtomicInteger();
    private final Thread thread;
    private volatile boolean asleep;
    private volatile boolean closed;

    public DeadlineTimer() {
        for (var index = 0; index < BUCKETS; index++) {
            buckets[index] = new Bucket();
        }
        thread = Thread.ofPlatform().daemon().name("deadlines").start(this::turn);
    }

    /** {@code atNanos} is a reading of {@link System#nanoTime}. */
    public void add(Timed timed, long atNanos) {
        timed.at = atNanos;
        // Counted before it is added to a bucket: the thread sleeps only while the count is zero.
        var before = waiting.getAndIncrement();
        // A passed deadline is added to the bucket that the thread reads next, not to one that it has read.
        var now = System.nanoTime();
        var due = atNanos - now < 0 ? now : atNanos;
        buckets[(int) Math.floorMod(Math.floorDiv(due, TICK) + 1, (long) BUCKETS)].add(timed);
        // Waking a thread is the most expensive step here, so a thread that only sleeps until the next tick is not
        // woken.
        if (before == 0 && asleep) {
            LockSupport.unpark(thread);
        }
    }

    /** Has no effect if the deadline has already fired. */
    public void remove(Timed timed) {
        var bucket = timed.bucket;
        if (bucket != null && bucket.remove(timed)) {
            waiting.decrementAndGet();
        }
    }

    /** The number of deadlines. */
    public int waiting() {
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
                // There were no deadlines, so no bucket was missed; the new one is at or after the current tick.
                tick = Math.floorDiv(System.nanoTime(), TICK) - 1;
                continue;
            }
            var now = System.nanoTime();
            // After a long pause of the machine, one full rotation visits every bucket.
            tick = Math.max(tick, Math.floorDiv(now, TICK) - BUCKETS);
            for (; tick <= Math.floorDiv(now, TICK); tick++) {
                fire(buckets[(int) Math.floorMod(tick, (long) BUCKETS)], now);
            }
            LockSupport.parkNanos(this, TICK - Math.floorMod(System.nanoTime(), TICK));
        }
    }

    /**
     * Sleeps until there is a deadline. The caller that adds the first one counts it before it checks whether the
     * thread sleeps.
     */
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

    /** An intrusive doubly linked list. */
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
