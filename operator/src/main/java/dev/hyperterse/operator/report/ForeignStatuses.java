package dev.hyperterse.operator.report;

import dev.hyperterse.operator.publish.Leadership;
import dev.hyperterse.operator.queue.OutdatedException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The objects whose status another writer has changed. Of these the status that this process has written or read before is
 * remembered, because nothing in the one that is stored now can be believed; and the other writer may be a newer leader.
 */
final class ForeignStatuses<K, S> {
    private final Leadership leadership;
    private final Map<K, Believed<S>> believed = new ConcurrentHashMap<>();
    private final Set<K> unconfirmed = ConcurrentHashMap.newKeySet();

    ForeignStatuses(Leadership leadership) {
        this.leadership = leadership;
    }

    /** Another writer has changed it since. */
    void overwritten(K key, String uid, Optional<S> before) {
        unconfirmed.add(key);
        believed.compute(
                key, (_, known) -> known != null && known.uid().equals(uid) ? known : new Believed<>(uid, before));
    }

    /** A write failed: another writer may have been faster. */
    void contested(K key) {
        unconfirmed.add(key);
    }

    /** @param stored what can be believed of the status that is stored, where nothing is remembered */
    Optional<S> before(K key, String uid, Optional<S> stored) {
        var known = believed.get(key);
        return known != null && known.uid().equals(uid) ? known.status() : stored;
    }

    /** Asks the lease before a status of another writer is replaced; costs an ordinary write nothing. */
    void confirm(K key) {
        if (unconfirmed.contains(key) && !leadership.confirmed()) {
            throw new OutdatedException("another process leads");
        }
    }

    /** The status is right now. It is remembered where the object is known to have had another writer. */
    void settled(K key, String uid, S status, boolean foreign) {
        unconfirmed.remove(key);
        if (foreign || believed.containsKey(key)) {
            believed.put(key, new Believed<>(uid, Optional.of(status)));
        }
    }

    void forget(K key) {
        unconfirmed.remove(key);
        believed.remove(key);
    }

    private record Believed<S>(String uid, Optional<S> status) {}
}
