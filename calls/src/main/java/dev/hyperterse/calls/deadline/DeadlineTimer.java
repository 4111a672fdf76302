package dev.hyperterse.calls.deadline;

import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

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
    private final LongSupplier clock;
    private final Thread thread;
    /** The tick whose bucket is read, or was read last. */
    private volatile long reading;

    private volatile boolean asleep;
    private volatile boolean closed;

    public DeadlineTimer() {
        this(System::nanoTime);
    }

    DeadlineTimer(LongSupplier clock) {
        this.clock = clock;
        this.reading = tick(clock.getAsLong());
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
        var now = clock.getAsLong();
        place(timed, tick(atNanos - now < 0 ? now : atNanos) + 1);
        // Waking a thread is the most expensive step here, so a thread that only sleeps until the next tick is not
        // woken.
        if (before == 0 && asleep) {
            LockSupport.unpark(thread);
        }
    }

    /** Adds it to a bucket that the thread has not read yet, however long the threads of both pause meanwhile. */
    private void place(Timed timed, long wanted) {
        var tick = wanted;
        bucket(tick).add(timed);
        for (var read = reading; read - tick >= 0 && bucket(tick).remove(timed); read = reading) {
            tick = read + 1;
            bucket(tick).add(timed);
        }
    }

    private Bucket bucket(long tick) {
        return buckets[(int) Math.floorMod(tick, (long) BUCKETS)];
    }

    private static long tick(long nanos) {
        return Math.floorDiv(nanos, TICK);
    }

    /** Has no effect if the deadline has already fired. */
    public void remove(Timed timed) {
        var bucket = timed.bucket;
        if (bucket != null && bucket.remove(timed)) {
            waiting.decrementAndGet();
        }
    }

    public int waiting() {
        return waiting.get();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    private void turn() {
        var tick = reading;
        while (!closed) {
            if (waiting.get() == 0) {
                // It may be woken late, so it goes on with the bucket at which it fell asleep.
                sleep();
                continue;
            }
            var now = clock.getAsLong();
            // After a long pause, one full rotation visits every bucket.
            tick = Math.max(tick, tick(now) - BUCKETS);
            for (; tick <= tick(now); tick++) {
                reading = tick;
                fire(bucket(tick), now);
            }
            LockSupport.parkNanos(this, TICK - Math.floorMod(clock.getAsLong(), TICK));
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
        /** Read without the lock by a thread that passes many buckets, most of them empty. */
        private volatile Timed first;

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

        Timed takeDue(long now) {
            return first == null ? null : takeDueLocked(now);
        }

        private synchronized Timed takeDueLocked(long now) {
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
