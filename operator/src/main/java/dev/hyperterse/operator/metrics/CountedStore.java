package dev.hyperterse.operator.metrics;

import dev.hyperterse.operator.publish.ObjectStore;
import dev.hyperterse.operator.publish.StoredObject;
import dev.hyperterse.operator.resolve.ObjectName;
import java.util.Map;
import java.util.Optional;

/** Counts the writes of another store that end with a conflict. */
public record CountedStore(ObjectStore store, OperatorMetrics metrics) implements ObjectStore {
    @Override
    public Optional<StoredObject> read(ObjectName name) {
        return store.read(name);
    }

    @Override
    public Write write(ObjectName name, Map<String, byte[]> entries, Optional<String> replacing) {
        var outcome = store.write(name, entries, replacing);
        if (outcome instanceof Write.Conflict) {
            metrics.conflicted();
        }
        return outcome;
    }
}
