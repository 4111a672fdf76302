package dev.hyperterse.operator.report;

import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.publish.Leadership;
import dev.hyperterse.operator.queue.CoalescingQueue;
import dev.hyperterse.operator.queue.OutdatedException;
import dev.hyperterse.operator.queue.Pace;
import dev.hyperterse.operator.queue.Timer;
import dev.hyperterse.operator.resolve.ObjectVersion;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Keeps the statuses of one kind of object as they should be. A status is computed when an input may have changed and the
 * object has its turn, and is written where it differs from what is stored. A write that fails is repeated by the queue,
 * with a status that is computed anew.
 */
final class KeptStatuses<K, S> {
    /** Two writers who disagree must not keep the API server busy. */
    private static final Duration BEFORE_A_REPAIR = Duration.ofSeconds(1);

    /** Of a write that failed: the watch says which version is stored. */
    private static final String UNKNOWN_VERSION = "";

    private final Function<K, Optional<Subject<S>>> known;
    private final BiFunction<K, Change<S>, ObjectVersion> write;
    private final WriteTurns turns;
    private final Leadership leadership;
    private final OperatorMetrics metrics;
    private final CoalescingQueue<K> queue;
    private final Alarms<K> alarms;

    /** The status that this process wrote last or found to be right, which another writer may have replaced since. */
    private final Map<K, Stored<S>> last = new ConcurrentHashMap<>();

    /**
     * @param known the object as it is now; empty where it does not exist any more
     * @param write returns the version that it made
     */
    KeptStatuses(
            String name,
            Pace pace,
            Timer timer,
            WriteTurns turns,
            Leadership leadership,
            OperatorMetrics metrics,
            Function<K, Optional<Subject<S>>> known,
            BiFunction<K, Change<S>, ObjectVersion> write) {
        this.known = known;
        this.write = write;
        this.turns = turns;
        this.leadership = leadership;
        this.metrics = metrics;
        this.queue = new CoalescingQueue<>(name, pace, timer, this::keep);
        this.alarms = new Alarms<>(timer, queue::offer);
    }

    /**
     * An object with a status.
     *
     * @param observed what the watch has shown last
     * @param believed what of its status can be believed by an operator that has not written it
     * @param outcome what its status should be, given the one before
     */
    record Subject<S>(Stored<S> observed, Optional<S> believed, Function<Optional<S>, Outcome<S>> outcome) {}

    /**
     * A status to write.
     *
     * @param over the version in which it is replaced
     * @param before the last status that is known to be right
     * @param foreign whether another writer has written the one that is replaced
     */
    record Change<S>(ObjectVersion over, Optional<S> before, S status, boolean foreign) {}

    void affected(K key) {
        queue.offer(key);
    }

    /** The watch shows another status than before: one of this process, or of another writer, which is replaced. */
    void seen(K key) {
        known.apply(key).ifPresent(subject -> {
            var observed = subject.observed();
            var mine = last(key, observed);
            if (mine.filter(it -> !observed.replaces(it)).isEmpty()) {
                alarms.in(BEFORE_A_REPAIR, key);
            } else if (observed.shows(mine.get())) {
                // The same status, of which the watch has an object already.
                last.replace(key, mine.get(), observed);
            }
        });
    }

    CoalescingQueue<K> queue() {
        return queue;
    }

    private void keep(K key) {
        turns.take(() -> change(key), change -> write(key, change));
    }

    /** Decides what is written; empty where the stored status is right, or is to stay for now. */
    private Optional<Change<S>> change(K key) {
        var found = known.apply(key);
        if (found.isEmpty()) {
            last.remove(key);
            return Optional.empty();
        }
        var observed = found.get().observed();
        var mine = last(key, observed);
        var stored = mine.filter(observed::isBefore).orElse(observed);
        // What another writer wrote says nothing of what was Ready.
        var before = mine.map(Stored::status).orElse(found.get().believed());
        var outcome = found.get().outcome().apply(before);
        outcome.again().ifPresent(wait -> alarms.in(wait, key));
        if (outcome.status().isPresent() && outcome.status().equals(stored.status())) {
            last.put(key, stored);
            return Optional.empty();
        }
        var foreign = mine.filter(stored::replaces).isPresent();
        return outcome.status().map(status -> new Change<>(stored.version(), before, status, foreign));
    }

    private void write(K key, Change<S> change) {
        // The other writer may be a newer leader. An ordinary write does not cost a request for the lease.
        if (change.foreign() && !leadership.confirmed()) {
            throw new OutdatedException("another process leads");
        }
        // The watch may show it before the write is answered.
        var begun = new Stored<>(change.over(), Optional.of(change.status()));
        last.put(key, begun);
        try {
            last.replace(key, begun, new Stored<>(write.apply(key, change), begun.status()));
            metrics.statusWritten(true);
        } catch (OutdatedException outdated) {
            failed(key, begun, change.before());
            throw outdated;
        } catch (RuntimeException | Error failed) {
            failed(key, begun, change.before());
            metrics.statusWritten(false);
            throw failed;
        }
    }

    /** The version written last may not exist any more, as after a restore. */
    private void failed(K key, Stored<S> begun, Optional<S> before) {
        last.replace(key, begun, new Stored<>(new ObjectVersion(begun.version().uid(), UNKNOWN_VERSION), before));
    }

    private Optional<Stored<S>> last(K key, Stored<S> observed) {
        return Optional.ofNullable(last.get(key)).filter(observed::sameObject);
    }
}
