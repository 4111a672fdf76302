package dev.hyperterse.operator.report;

import dev.hyperterse.operator.resolve.ObjectVersion;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The last status of each object that this process wrote: whole until the watch has shown it, and its version after that.
 * Versions decide what is newer, the watch or the last write.
 */
final class LastWritten<K, S> {
    private final Map<K, Stored<S>> written = new ConcurrentHashMap<>();
    private final Map<K, S> inFlight = new ConcurrentHashMap<>();

    /** Writes a status. The watch may show it before the write is answered. */
    void during(K key, S status, Supplier<ObjectVersion> write) {
        inFlight.put(key, status);
        try {
            written.put(key, new Stored<>(write.get(), Optional.of(status)));
        } catch (RuntimeException | Error failed) {
            // The version written last may not exist any more, as after a restore: the watch says what is stored.
            written.computeIfPresent(key, (_, last) -> new Stored<>(last.version(), Optional.empty()));
            throw failed;
        } finally {
            inFlight.remove(key);
        }
    }

    /** The newest state that is known. */
    Stored<S> newest(K key, Stored<S> observed) {
        return Optional.ofNullable(written.get(key))
                .filter(last -> last.status().isPresent() && observed.isBefore(last))
                .orElse(observed);
    }

    /** Whether the watch shows a status that another writer wrote after the last one of this process. */
    boolean overtaken(K key, Stored<S> observed) {
        if (observed.status().isPresent() && observed.status().get().equals(inFlight.get(key))) {
            return false;
        }
        var last = written.get(key);
        if (last == null || !last.sameObject(observed)) {
            // During a write the watch may be late; its answer says what was written last.
            return !inFlight.containsKey(key);
        }
        if (observed.isBefore(last)) {
            return false;
        }
        written.replace(key, last, new Stored<>(observed.version(), Optional.empty()));
        return !observed.version().equals(last.version()) && !observed.status().equals(last.status());
    }

    void forget(K key) {
        written.remove(key);
    }
}
