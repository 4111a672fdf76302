package dev.hyperterse.operator.report;

import dev.hyperterse.operator.queue.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Statuses that were written and have not come back by the watch yet. */
final class LastWritten<K, S> {
    /** A status that has not come back by then was changed by somebody else since. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Timer timer;
    private final Map<K, Written<S>> written = new ConcurrentHashMap<>();

    LastWritten(Timer timer) {
        this.timer = timer;
    }

    /** Remembers the status before it is written, because the watch may show it before the write is answered. */
    void during(K key, String uid, S status, Runnable write) {
        var next = new Written<>(uid, status, timer.nanos() + LONGEST.toNanos());
        var previous = written.put(key, next);
        try {
            write.run();
        } catch (RuntimeException | Error failed) {
            if (written.remove(key, next) && previous != null) {
                written.putIfAbsent(key, previous);
            }
            throw failed;
        }
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

    /**
     * After how long a status that the watch shows is to be looked at, because another writer wrote it; empty where it is
     * what was written last. While that is still awaited, the watch may just be late.
     */
    Optional<Duration> foreign(K key, String uid, Optional<S> observed) {
        var last = written.get(key);
        if (last == null || !last.uid().equals(uid)) {
            return Optional.of(PAUSE);
        }
        if (observed.equals(Optional.of(last.status()))) {
            written.remove(key, last);
            return Optional.empty();
        }
        return Optional.of(
                Duration.ofNanos(Math.max(last.until() - timer.nanos(), 0)).plus(PAUSE));
    }

    void forget(K key) {
        written.remove(key);
    }

    private record Written<S>(String uid, S status, long until) {}
}
