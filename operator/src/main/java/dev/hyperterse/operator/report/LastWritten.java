package dev.hyperterse.operator.report;

import dev.hyperterse.operator.queue.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Statuses that were written and have not come back by the watch yet. */
final class LastWritten<K, S> {
    /** A status that has not come back by then was changed by somebody else since. */
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final Timer timer;
    private final Map<K, Written<S>> written = new ConcurrentHashMap<>();

    LastWritten(Timer timer) {
        this.timer = timer;
    }

    void put(K key, String uid, S status) {
        written.put(key, new Written<>(uid, status, timer.nanos() + LONGEST.toNanos()));
    }

    /** What stands there: what was written last, or what the watch says where that is newer. */
    Optional<S> or(K key, String uid, Optional<S> observed) {
        var last = written.get(key);
        if (last == null) {
            return observed;
        }
        if (!last.uid().equals(uid)
                || observed.equals(Optional.of(last.status()))
                || last.until() - timer.nanos() < 0) {
            written.remove(key, last);
            return observed;
        }
        return Optional.of(last.status());
    }

    void forget(K key) {
        written.remove(key);
    }

    private record Written<S>(String uid, S status, long until) {}
}
