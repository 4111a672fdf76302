package dev.hyperterse.operator.report;

import dev.hyperterse.operator.publish.Leadership;
import dev.hyperterse.operator.queue.CoalescingQueue;
import dev.hyperterse.operator.queue.Pace;
import dev.hyperterse.operator.queue.Timer;
import dev.hyperterse.operator.resolve.ObjectVersion;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Keeps the statuses of one kind of object as they should be. Each is computed once for each time that something may have
 * changed, when its turn comes, and written where that is not what is stored. A write that fails, for whatever reason,
 * leaves no trace: the queue brings the object again, and its status is computed anew.
 */
final class KeptStatuses<K, S> {
    /** Two writers who disagree must not keep the API server busy. */
    private static final Duration BEFORE_A_REPAIR = Duration.ofSeconds(1);

    private final Function<K, Optional<Subject<S>>> known;
    private final BiFunction<K, Change<S>, ObjectVersion> write;
    private final WriteTurns turns;
    private final CoalescingQueue<K> queue;
    private final Alarms<K> alarms;
    private final LastWritten<K, S> written = new LastWritten<>();
    private final ForeignStatuses<K, S> foreign;

    /**
     * @param known the object as it is now; empty where there is none any more
     * @param write returns the version that it made
     */
    KeptStatuses(
            String name,
            Pace pace,
            Timer timer,
            WriteTurns turns,
            Leadership leadership,
            Function<K, Optional<Subject<S>>> known,
            BiFunction<K, Change<S>, ObjectVersion> write) {
        this.known = known;
        this.write = write;
        this.turns = turns;
        this.queue = new CoalescingQueue<>(name, pace, timer, this::keep);
        this.alarms = new Alarms<>(timer, queue::offer);
        this.foreign = new ForeignStatuses<>(leadership);
    }

    /**
     * An object with a status.
     *
     * @param observed what the watch has shown last
     * @param believed what of its status can be believed by an operator that has not written it
     * @param outcome what its status should be, given the one before
     */
    record Subject<S>(Stored<S> observed, Optional<S> believed, Function<Optional<S>, Outcome<S>> outcome) {
        String uid() {
            return observed.version().uid();
        }

        /** What can be believed of the status in another version of the object. */
        private Optional<S> believed(Stored<S> newest) {
            return newest.equals(observed) ? believed : newest.status();
        }

        private boolean doubtful() {
            return !believed.equals(observed.status());
        }
    }

    /**
     * A status to write.
     *
     * @param over the version in which it is replaced
     * @param before the last status that is known to be right; another writer may have replaced it
     */
    record Change<S>(ObjectVersion over, Optional<S> before, S status, boolean doubtful) {}

    void affected(K key) {
        queue.offer(key);
    }

    /**
     * The watch shows another status than before. What another writer wrote is written over after a pause.
     *
     * @param before what could be believed of the status until then
     */
    void seen(K key, Optional<S> before) {
        known.apply(key)
                .filter(subject -> written.overtaken(key, subject.observed()))
                .ifPresent(subject -> {
                    foreign.overwritten(key, subject.uid(), before);
                    alarms.in(BEFORE_A_REPAIR, key);
                });
    }

    CoalescingQueue<K> queue() {
        return queue;
    }

    private void keep(K key) {
        turns.take(() -> change(key), change -> write(key, change));
    }

    /** Empty where what is stored is right, or is to stay for now. */
    private Optional<Change<S>> change(K key) {
        var found = known.apply(key);
        if (found.isEmpty()) {
            written.forget(key);
            foreign.forget(key);
            return Optional.empty();
        }
        var subject = found.get();
        var newest = written.newest(key, subject.observed());
        var before = foreign.before(key, subject.uid(), subject.believed(newest));
        var outcome = subject.outcome().apply(before);
        outcome.again().ifPresent(wait -> alarms.in(wait, key));
        if (outcome.status().isPresent() && outcome.status().equals(newest.status())) {
            foreign.settled(key, subject.uid(), outcome.status().get(), subject.doubtful());
            return Optional.empty();
        }
        return outcome.status().map(status -> new Change<>(newest.version(), before, status, subject.doubtful()));
    }

    private void write(K key, Change<S> change) {
        foreign.confirm(key);
        try {
            written.during(key, change.status(), () -> write.apply(key, change));
        } catch (RuntimeException | Error failed) {
            foreign.contested(key);
            throw failed;
        }
        foreign.settled(key, change.over().uid(), change.status(), change.doubtful());
        // What the watch has shown during the write could not be told from a late event.
        seen(key, Optional.of(change.status()));
    }
}
