package dev.hyperterse.operator.queue;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes keys, each key by one thread at a time. An idle key is processed at once; many offers in a short time are
 * processed together. Failed work is retried with growing pauses; an offer during a pause ends it.
 */
public final class CoalescingQueue<K> implements Depth {
    private static final Logger LOG = LoggerFactory.getLogger(CoalescingQueue.class);

    private final String name;
    private final Pace pace;
    private final Timer timer;
    private final Consumer<K> work;
    private final Map<K, KeySchedule> schedules = new HashMap<>();

    /** Keys that are due at a time, without an offer. */
    private final Map<K, Long> later = new HashMap<>();

    public CoalescingQueue(String name, Pace pace, Timer timer, Consumer<K> work) {
        this.name = name;
        this.pace = pace;
        this.timer = timer;
        this.work = work;
    }

    public synchronized void offer(K key) {
        var now = timer.nanos();
        var schedule = schedules.computeIfAbsent(key, _ -> new KeySchedule(pace));
        var waited = schedule.waiting();
        var before = schedule.waitNanos(now);
        schedule.offered(now);
        if (schedule.due(now)) {
            begin(key, schedule, now);
        } else if (schedule.waiting() && (!waited || schedule.waitNanos(now) < before)) {
            // Sooner than the signal that is set: what waited was the end of a pause after a failure.
            signal(key, schedule.waitNanos(now));
        }
    }

    /** An offer after that time; of several that wait for their time the earliest. */
    public synchronized void offerAfter(K key, Duration wait) {
        var at = timer.nanos() + wait.toNanos();
        if (later.merge(key, at, (set, asked) -> set - asked <= 0 ? set : asked) == at) {
            timer.after(wait, () -> offerNow(key, at));
        }
    }

    private synchronized void offerNow(K key, long at) {
        if (later.remove(key, at)) {
            offer(key);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized int size() {
        return schedules.size();
    }

    private void begin(K key, KeySchedule schedule, long now) {
        schedule.begin(now);
        timer.run(() -> runOnce(key, schedule));
    }

    private void signal(K key, long nanos) {
        timer.after(Duration.ofNanos(nanos), () -> signalled(key));
    }

    /** Signals may come too early, because of later offers, or for nothing; then they are set again or end here. */
    private synchronized void signalled(K key) {
        var schedule = schedules.get(key);
        if (schedule == null) {
            return;
        }
        var now = timer.nanos();
        if (schedule.due(now)) {
            begin(key, schedule, now);
        } else if (schedule.waiting()) {
            signal(key, schedule.waitNanos(now));
        } else if (schedule.forgettable(now)) {
            schedules.remove(key);
        }
    }

    private void runOnce(K key, KeySchedule schedule) {
        try {
            work.accept(key);
            ended(key, schedule, true);
        } catch (OutdatedException outdated) {
            LOG.atDebug()
                    .addKeyValue("event", "work_outdated")
                    .addKeyValue("queue", name)
                    .addKeyValue("key", key)
                    .addKeyValue("reason", outdated.getMessage())
                    .log("is done again");
            ended(key, schedule, false);
        } catch (RuntimeException | Error failed) {
            // Errors are caught too: otherwise the key would never be processed again.
            if (!timer.stopped()) {
                log(key, failed);
            }
            ended(key, schedule, false);
        }
    }

    private void log(K key, Throwable failed) {
        LOG.atWarn()
                .addKeyValue("event", "work_failed")
                .addKeyValue("queue", name)
                .addKeyValue("key", key)
                .setCause(failed)
                .log("is tried again");
    }

    private synchronized void ended(K key, KeySchedule schedule, boolean well) {
        var now = timer.nanos();
        if (well) {
            schedule.succeeded();
        } else {
            schedule.failed(now);
        }
        signal(key, Math.max(0, schedule.waiting() ? schedule.waitNanos(now) : schedule.idleNanos(now)));
    }
}
