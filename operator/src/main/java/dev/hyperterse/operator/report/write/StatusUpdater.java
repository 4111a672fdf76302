package dev.hyperterse.operator.report.write;

import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.model.ObjectVersion;
import dev.hyperterse.operator.publish.Leadership;
import dev.hyperterse.operator.queue.CoalescingQueue;
import dev.hyperterse.operator.queue.OutdatedException;
import dev.hyperterse.operator.queue.Pace;
import dev.hyperterse.operator.queue.Timer;
import dev.hyperterse.operator.report.condition.PreviousStatus;
import dev.hyperterse.operator.report.condition.StatusDecision;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of the statuses of one kind of object. A status is computed when an input may have changed and its object has its
 * turn, compared with the stored one, and written over exactly that. A write that fails is repeated by the queue, with a
 * status that is computed anew.
 */
public final class StatusUpdater<K, S> {
    /** Two writers that disagree must not keep the API server busy. */
    private static final Duration BEFORE_A_REPAIR = Duration.ofSeconds(1);

    /** Another operator does not stop by itself, and writes over the repair as soon. */
    private static final Duration BEFORE_THE_NEXT_DISPUTE = Duration.ofMinutes(1);

    /** More than a repair and the answer to it take. */
    private static final Duration DISPUTE_ENDS_AFTER = BEFORE_THE_NEXT_DISPUTE.multipliedBy(2);

    private static final Logger LOG = LoggerFactory.getLogger(StatusUpdater.class);

    /** Of a write that failed: the watch says which version is stored. */
    private static final String UNKNOWN_VERSION = "";

    private final Kind<K, S> kind;
    private final Timer timer;
    private final Leadership leadership;
    private final OperatorMetrics metrics;
    private final WriteLimit limit;
    private final CoalescingQueue<K> queue;

    /** The status that this process wrote last or found to be right, which another writer may have replaced since. */
    private final Map<K, StoredStatus<S>> last = new ConcurrentHashMap<>();

    /** When another operator last replaced a status while this one leads, in nanoseconds of the timer. */
    private final Map<K, Long> contested = new ConcurrentHashMap<>();

    public StatusUpdater(
            String name,
            Pace pace,
            Timer timer,
            WriteLimit limit,
            Leadership leadership,
            OperatorMetrics metrics,
            Kind<K, S> kind) {
        this.kind = kind;
        this.timer = timer;
        this.leadership = leadership;
        this.metrics = metrics;
        this.limit = limit;
        this.queue = new CoalescingQueue<>(name, pace, timer, key -> limit.run(kind.namespace(key), () -> update(key)));
    }

    /** Objects with a status. */
    public interface Kind<K, S> {
        String namespace(K key);

        /** Empty where the object does not exist any more. */
        Optional<Observed<S>> find(K key);

        /** Replaces the status of exactly that version, and returns the version that it made. */
        ObjectVersion write(K key, ObjectVersion over, PreviousStatus<S> previous, S status);
    }

    /**
     * An object as the watch has shown it last.
     *
     * @param trusted whether operators alone have written its status
     * @param report what its status should be, given the previous one
     */
    public record Observed<S>(
            StoredStatus<S> stored, boolean trusted, Function<PreviousStatus<S>, StatusDecision<S>> report) {}

    public CoalescingQueue<K> queue() {
        return queue;
    }

    public void affected(K key) {
        queue.offer(key);
    }

    /** The watch shows another status than before: one of this process, or of another writer, which is replaced. */
    public void observed(K key) {
        kind.find(key).map(Observed::stored).ifPresent(observed -> {
            var mine = last(key, observed);
            if (mine.isEmpty() || observed.replaces(mine.get())) {
                queue.offerAfter(key, isContested(key) ? BEFORE_THE_NEXT_DISPUTE : BEFORE_A_REPAIR);
            } else if (observed.shows(mine.get())) {
                // The same status, of which the watch has an object already.
                last.replace(key, mine.get(), observed);
            }
        });
    }

    /** Computes what the status should be now, and writes it unless the stored one is right, or is to stay for now. */
    private void update(K key) {
        var found = kind.find(key);
        if (found.isEmpty()) {
            last.remove(key);
            contested.remove(key);
            return;
        }
        var observed = found.get().stored();
        var mine = last(key, observed);
        var stored = mine.filter(observed::isBefore).orElse(observed);
        // The status of another writer says nothing of what was Ready.
        var previous = new PreviousStatus<>(
                mine.orElse(observed).status(), mine.isPresent() || found.get().trusted(), stored.status());
        var decision = found.get().report().apply(previous);
        decision.again().ifPresent(wait -> queue.offerAfter(key, wait));
        if (decision.status().isEmpty()) {
            return;
        }
        if (decision.status().equals(stored.status())) {
            last.put(key, stored);
            return;
        }
        limit.awaitTurn();
        mine.filter(stored::replaces)
                .ifPresent(it -> replaces(key, it, found.get().trusted()));
        write(key, previous, new StoredStatus<>(stored.version(), decision.status()));
    }

    /** The other writer may be a newer leader. An ordinary write does not cost a request for the lease. */
    private void replaces(K key, StoredStatus<S> mine, boolean byOperator) {
        if (!leadership.confirmed()) {
            throw new OutdatedException("another process leads");
        }
        // A status that this process wrote without an answer looks like another operator's.
        if (byOperator && !mine.version().resourceVersion().equals(UNKNOWN_VERSION)) {
            contested(key);
        }
    }

    /** @param begun the status to write, in the version that it replaces */
    private void write(K key, PreviousStatus<S> previous, StoredStatus<S> begun) {
        // The watch may show it before the write is answered.
        last.put(key, begun);
        try {
            var written =
                    kind.write(key, begun.version(), previous, begun.status().orElseThrow());
            last.replace(key, begun, new StoredStatus<>(written, begun.status()));
            metrics.statusWritten(true);
        } catch (RuntimeException | Error failed) {
            forget(key, begun, previous);
            if (!(failed instanceof OutdatedException)) {
                metrics.statusWritten(false);
            }
            throw failed;
        }
    }

    /** Of this installation, only this process writes; it has just asked the lease. */
    private void contested(K key) {
        metrics.statusContested();
        var known = isContested(key);
        contested.put(key, timer.nanos());
        if (!known) {
            LOG.atWarn()
                    .addKeyValue("event", "another_operator")
                    .addKeyValue("object", key)
                    .log("another installation of the operator writes this status too; two must not share a namespace");
        }
    }

    /** An operator that is still there has written over the last repair, and over the one before. */
    private boolean isContested(K key) {
        var last = contested.get(key);
        return last != null && timer.nanos() - last < DISPUTE_ENDS_AFTER.toNanos();
    }

    /** The version written last may not exist any more, as after a restore. */
    private void forget(K key, StoredStatus<S> begun, PreviousStatus<S> previous) {
        if (previous.trusted()) {
            var unknown = new ObjectVersion(begun.version().uid(), UNKNOWN_VERSION);
            last.replace(key, begun, new StoredStatus<>(unknown, previous.status()));
        } else {
            last.remove(key, begun);
        }
    }

    private Optional<StoredStatus<S>> last(K key, StoredStatus<S> observed) {
        return Optional.ofNullable(last.get(key)).filter(observed::sameObject);
    }
}
