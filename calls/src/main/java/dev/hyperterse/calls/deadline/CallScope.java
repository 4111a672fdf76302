package dev.hyperterse.calls.deadline;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The deadline of a call, and its cancellation: the deadline, the client and the shutdown of the replica all cancel the
 * statement through this.
 */
public final class CallScope extends DeadlineTimer.Timed implements AutoCloseable {
    private static final Duration FARTHEST = Duration.ofDays(1);

    private static final TimeLimit CREDENTIALS = TimeLimit.because("the token of the caller expired", 0);

    /** The reason why a call was ended from outside. */
    public enum End {
        DEADLINE,
        CLIENT,
        SHUTDOWN
    }

    /** Runs on an early end: on another thread, without blocking, at most once. */
    @FunctionalInterface
    public interface Listener {
        void ended(End end);
    }

    private final DeadlineTimer deadlines;
    private final List<Listener> listeners = new ArrayList<>(2);
    /** A reading of {@link System#nanoTime}. */
    private long deadline;

    /** The limit that the deadline follows from. */
    private TimeLimit limit;

    /** The deadline that no pause extends, if {@link #endBy} was called; a reading of {@link System#nanoTime}. */
    private long last;

    private boolean hasLast;
    private volatile int pauses;
    private long pausedAt;
    private long pausedNanos;
    private volatile End end;
    /** Whether the call waits for its user before its adapter is asked for anything. */
    private volatile boolean beforeAdapter;

    private CallScope(DeadlineTimer deadlines, long deadline, TimeLimit limit) {
        this.deadlines = deadlines;
        this.deadline = deadline;
        this.limit = limit;
    }

    /** Opens a scope that ends after that time, which is not a setting; it must be closed. */
    public static CallScope open(DeadlineTimer deadlines, long timeoutMillis) {
        return open(deadlines, TimeLimit.unnamed(timeoutMillis));
    }

    /** Opens a scope that ends after that time; it must be closed. */
    public static CallScope open(DeadlineTimer deadlines, TimeLimit limit) {
        return open(deadlines, limit, limit.millis());
    }

    private static CallScope open(DeadlineTimer deadlines, TimeLimit limit, long millis) {
        var deadline = System.nanoTime() + millis * 1_000_000L;
        var scope = new CallScope(deadlines, deadline, limit);
        deadlines.add(scope, deadline);
        return scope;
    }

    /** Opens a scope for a part of this call, which ends at the deadline of the call; it must be closed. */
    public CallScope part() {
        TimeLimit own;
        synchronized (listeners) {
            own = limit;
        }
        return open(deadlines, own, Math.max(1, TimeUnit.NANOSECONDS.toMillis(remainingNanos())));
    }

    /** Shortens the deadline; never extends it. */
    public void within(TimeLimit shorter) {
        within(shorter, shorter.millis());
    }

    private void within(TimeLimit shorter, long millis) {
        var earlier = System.nanoTime() + millis * 1_000_000L;
        synchronized (listeners) {
            if (earlier - deadline < 0 && end == null) {
                deadlines.remove(this);
                deadline = earlier;
                limit = shorter;
                timed(pauses == 0);
            }
        }
    }

    /**
     * Sets a time at which the call ends at the latest, even while its deadline is paused. Must be called before it
     * runs.
     */
    public void endBy(Instant time) {
        var now = Instant.now();
        var farthest = now.plus(FARTHEST);
        var millis =
                Duration.between(now, time.isBefore(farthest) ? time : farthest).toMillis();
        synchronized (listeners) {
            last = System.nanoTime() + millis * 1_000_000L;
            hasLast = true;
        }
        within(CREDENTIALS, millis);
    }

    /** Runs a step of the call; a shorter deadline that it sets applies only to this step. */
    public <T> T during(Supplier<T> step) {
        var before = deadline;
        var limitBefore = limit;
        var pausedBefore = pausedNanos;
        try {
            return step.get();
        } finally {
            synchronized (listeners) {
                if (end == null) {
                    deadlines.remove(this);
                    deadline = before;
                    limit = limitBefore;
                    putOff(pausedNanos - pausedBefore);
                    timed(pauses == 0);
                }
            }
        }
    }

    public long remainingNanos() {
        // Read before the deadline: otherwise the time of a pause that ends meanwhile would count.
        var now = pauses > 0 ? pausedAt : System.nanoTime();
        return deadline - now;
    }

    /** Pauses the deadline; each pause needs a call of {@link #resume}. */
    public void pause() {
        synchronized (listeners) {
            if (pauses == 0) {
                deadlines.remove(this);
                pausedAt = System.nanoTime();
                timed(false);
            }
            pauses = pauses + 1;
        }
    }

    /** Must be called before the scope is closed. */
    public void resume() {
        synchronized (listeners) {
            if (pauses == 1) {
                var paused = System.nanoTime() - pausedAt;
                deadlines.remove(this);
                putOff(paused);
                pausedNanos += paused;
                timed(true);
            }
            pauses = pauses - 1;
        }
    }

    /** Whether the deadline is paused, because the call waits for its user. */
    public boolean isPaused() {
        return pauses > 0;
    }

    /** @param before whether what follows asks the user, and the adapter for nothing */
    public void beforeAdapter(boolean before) {
        beforeAdapter = before;
    }

    public boolean isBeforeAdapter() {
        return beforeAdapter;
    }

    private void putOff(long nanos) {
        deadline += nanos;
        if (hasLast && last - deadline < 0) {
            deadline = last;
            limit = CREDENTIALS;
        }
    }

    /** The limit that ends the call next, or has ended it. */
    public TimeLimit limit() {
        synchronized (listeners) {
            return pauses > 0 && hasLast ? CREDENTIALS : limit;
        }
    }

    /** Whether the token of the caller ends the call next, or has ended it. */
    public boolean endsWithCredentials() {
        return limit() == CREDENTIALS;
    }

    /** Sets the timer to the deadline, or while paused to the one that no pause extends. */
    private void timed(boolean running) {
        if (end == null && (running || hasLast)) {
            deadlines.add(this, running ? deadline : last);
        }
    }

    /** Ends the call; the first end counts. */
    public void end(End why) {
        synchronized (listeners) {
            if (end != null) {
                return;
            }
            end = why;
            // Under the lock, so that a listener which was removed does not run afterwards.
            listeners.forEach(listener -> listener.ended(why));
            listeners.clear();
        }
    }

    public Optional<End> ended() {
        return Optional.ofNullable(end);
    }

    /** Throws the failure of the call, if it has ended early. */
    public void check() {
        if (end != null) {
            throw failureBy(end);
        }
    }

    /** Calls the listener on an early end, immediately if the call has already ended. */
    public void listen(Listener listener) {
        synchronized (listeners) {
            if (end == null) {
                listeners.add(listener);
                return;
            }
        }
        listener.ended(end);
    }

    /** Removes a listener. When this returns, it is not running and will not run. */
    public void forget(Listener listener) {
        synchronized (listeners) {
            listeners.remove(listener);
        }
    }

    /** A blocking operation that an interrupt ends. */
    @FunctionalInterface
    public interface Wait<T> {
        T result() throws InterruptedException;
    }

    /**
     * Blocks this thread without a timer of its own: the end of the scope interrupts it. Must not be used within another of
     * the same scope if the outer one blocks afterwards: it takes the only interrupt, and a read has no timeout.
     *
     * @throws CallFailure if the scope ends first
     */
    public <T> T await(Wait<T> wait) {
        var wake = new Wake(Thread.currentThread());
        try {
            listen(wake);
            return wait.result();
        } catch (InterruptedException over) {
            if (!wake.woken) {
                // Not by this scope: the owner of the thread ends it.
                Thread.currentThread().interrupt();
            }
            throw failureBy(ended().orElse(End.SHUTDOWN));
        } finally {
            forget(wake);
            if (wake.woken) {
                // A late interrupt of this scope must not reach the statement.
                Thread.interrupted();
            }
        }
    }

    /** Interrupts a thread that waits. */
    private static final class Wake implements Listener {
        private final Thread waiting;
        private volatile boolean woken;

        Wake(Thread waiting) {
            this.waiting = waiting;
        }

        @Override
        public void ended(End end) {
            woken = true;
            waiting.interrupt();
        }
    }

    /** The failure of this call, with the limit that it reached. */
    public CallFailure failureBy(End end) {
        var failure = failure(end);
        return end == End.DEADLINE ? new CallFailure(failure.stage(), failure.getMessage() + limit()) : failure;
    }

    /** The failure of a call whose limits are not known. */
    public static CallFailure failure(End end) {
        return switch (end) {
            case DEADLINE -> new CallFailure(Stage.TIMEOUT, "the call took too long and was cancelled");
            case CLIENT -> new CallFailure(Stage.CANCELLED, "the call was cancelled");
            case SHUTDOWN -> new CallFailure(Stage.CANCELLED, "the server is shutting down");
        };
    }

    @Override
    protected void expire() {
        end(End.DEADLINE);
    }

    @Override
    public void close() {
        deadlines.remove(this);
    }
}
