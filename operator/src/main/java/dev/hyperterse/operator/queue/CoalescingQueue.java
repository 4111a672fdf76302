package dev.hyperterse.operator.queue;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works on keys: on one key never twice at a time, at once when it was left alone for a while, and else once for many
 * offers. Work that throws is tried again after a pause that grows; an offer meanwhile does not wait for its end.
 */
public final class CoalescingQueue<K> {
    private static final Logger LOG = LoggerFactory.getLogger(CoalescingQueue.class);

    private final String name;
    private final Pace pace;
    private final Timer timer;
    private final Consumer<K> work;
    private final Map<K, Turn> turns = new HashMap<>();

    public CoalescingQueue(String name, Pace pace, Timer timer, Consumer<K> work) {
        this.name = name;
        this.pace = pace;
        this.timer = timer;
        this.work = work;
    }

    public synchronized void offer(K key) {
        var now = timer.nanos();
        var turn = turns.computeIfAbsent(key, _ -> new Turn(pace));
        var waited = turn.waiting();
        var before = turn.waitNanos(now);
        turn.offered(now);
        if (turn.due(now)) {
            begin(key, turn, now);
        } else if (turn.waiting() && (!waited || turn.waitNanos(now) < before)) {
            // Sooner than the signal that is set: what waited was the end of a pause after a failure.
            signal(key, turn.waitNanos(now));
        }
    }

    public String name() {
        return name;
    }

    /** How many keys are worked on, wait, or were worked on a moment ago. */
    public synchronized int size() {
        return turns.size();
    }

    private void begin(K key, Turn turn, long now) {
        turn.begin(now);
        timer.run(() -> runOnce(key, turn));
    }

    private void signal(K key, long nanos) {
        timer.after(Duration.ofNanos(nanos), () -> signalled(key));
    }

    /** Signals may come too early, because of later offers, or for nothing; then they are set again or end here. */
    private synchronized void signalled(K key) {
        var turn = turns.get(key);
        if (turn == null) {
            return;
        }
        var now = timer.nanos();
        if (turn.due(now)) {
            begin(key, turn, now);
        } else if (turn.waiting()) {
            signal(key, turn.waitNanos(now));
        } else if (turn.forgettable(now)) {
            turns.remove(key);
        }
    }

    private void runOnce(K key, Turn turn) {
        try {
            work.accept(key);
            ended(key, turn, true);
        } catch (OutdatedException outdated) {
            LOG.atDebug()
                    .addKeyValue("event", "work_outdated")
                    .addKeyValue("queue", name)
                    .addKeyValue("key", key)
                    .addKeyValue("reason", outdated.getMessage())
                    .log("is done again");
            ended(key, turn, false);
        } catch (RuntimeException | Error failed) {
            // Also of an error: a key that nobody ends is never worked on again.
            if (!timer.stopped()) {
                tell(key, failed);
            }
            ended(key, turn, false);
        }
    }

    private void tell(K key, Throwable failed) {
        LOG.atWarn()
                .addKeyValue("event", "work_failed")
                .addKeyValue("queue", name)
                .addKeyValue("key", key)
                .setCause(failed)
                .log("is tried again");
    }

    private synchronized void ended(K key, Turn turn, boolean well) {
        var now = timer.nanos();
        if (well) {
            turn.succeeded();
        } else {
            turn.failed(now);
        }
        signal(key, Math.max(0, turn.waiting() ? turn.waitNanos(now) : turn.idleNanos(now)));
    }
}
