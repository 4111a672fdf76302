package dev.hyperterse.operator.report;

import dev.hyperterse.operator.queue.CoalescingQueue;
import dev.hyperterse.operator.queue.Pace;
import dev.hyperterse.operator.queue.Timer;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Keeps the statuses of one kind of object as they should be. Each is computed once for each time that something may have
 * changed, when its turn comes, and written where that is not what stands there. A write that fails, for whatever reason,
 * leaves no trace: the queue brings the object again, and its status is computed anew.
 */
final class KeptStatuses<K, S> {
    private final Function<K, Optional<Subject<S>>> known;
    private final BiConsumer<K, Change<S>> write;
    private final WriteTurns turns;
    private final CoalescingQueue<K> queue;
    private final Alarms<K> alarms;
    private final LastWritten<K, S> written;

    /** @param known the object as it is now; empty where there is none any more */
    KeptStatuses(
            String name,
            Pace pace,
            Timer timer,
            WriteTurns turns,
            Function<K, Optional<Subject<S>>> known,
            BiConsumer<K, Change<S>> write) {
        this.known = known;
        this.write = write;
        this.turns = turns;
        this.queue = new CoalescingQueue<>(name, pace, timer, this::keep);
        this.alarms = new Alarms<>(timer, queue::offer);
        this.written = new LastWritten<>(timer);
    }

    /**
     * An object with a status.
     *
     * @param observed the status that the watch has shown last
     * @param outcome what its status should be, given the one that stands there
     */
    record Subject<S>(String uid, Optional<S> observed, Function<Optional<S>, Outcome<S>> outcome) {}

    /** @param before the status that stands there */
    record Change<S>(String uid, Optional<S> before, S status) {}

    void affected(K key) {
        queue.offer(key);
    }

    /**
     * The watch shows a status that was written by this process or by another writer. What another wrote is written over;
     * after a pause, so that two writers who disagree do not keep the API server busy.
     */
    void seen(K key) {
        known.apply(key)
                .flatMap(subject -> written.foreign(key, subject.uid(), subject.observed()))
                .ifPresent(wait -> alarms.in(wait, key));
    }

    CoalescingQueue<K> queue() {
        return queue;
    }

    private void keep(K key) {
        turns.take(() -> change(key), change -> write(key, change));
    }

    /** Empty where what stands there is right, or is to stay for now. */
    private Optional<Change<S>> change(K key) {
        var found = known.apply(key);
        if (found.isEmpty()) {
            written.forget(key);
            return Optional.empty();
        }
        var subject = found.get();
        var before = written.or(key, subject.uid(), subject.observed());
        var outcome = subject.outcome().apply(before);
        outcome.again().ifPresent(wait -> alarms.in(wait, key));
        return outcome.status()
                .filter(it -> !before.equals(Optional.of(it)))
                .map(status -> new Change<>(subject.uid(), before, status));
    }

    private void write(K key, Change<S> change) {
        written.during(key, change.uid(), change.status(), () -> write.accept(key, change));
    }
}
