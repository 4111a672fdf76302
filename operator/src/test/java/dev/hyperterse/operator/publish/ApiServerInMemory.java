package dev.hyperterse.operator.publish;

import dev.hyperterse.compiler.resolve.ObjectName;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The API server as publishing sees it: objects with versions, optimistic concurrency, and a point before each operation
 * where a test can stop the caller, kill it or let somebody else run.
 */
public final class ApiServerInMemory {
    private final Map<ObjectName, StoredObject> objects = new HashMap<>();
    private long version;
    private int writes;
    private Runnable afterEachWrite = () -> {};

    /** The store one operator process uses; {@code beforeEachOperation} may throw to kill it. */
    public ObjectStore as(Runnable beforeEachOperation) {
        return new ObjectStore() {
            @Override
            public Optional<StoredObject> read(ObjectName name) {
                beforeEachOperation.run();
                return stored(name);
            }

            @Override
            public Optional<StoredObject> write(
                    ObjectName name, Map<String, byte[]> entries, Optional<String> replacing) {
                beforeEachOperation.run();
                return replace(name, entries, replacing);
            }
        };
    }

    public ObjectStore store() {
        return as(() -> {});
    }

    void afterEachWrite(Runnable check) {
        afterEachWrite = check;
    }

    synchronized Optional<StoredObject> stored(ObjectName name) {
        return Optional.ofNullable(objects.get(name));
    }

    synchronized int writes() {
        return writes;
    }

    /** What somebody with kubectl does: no version is stated. */
    synchronized void edit(ObjectName name, Map<String, byte[]> entries) {
        objects.put(name, new StoredObject(entries, Long.toString(++version)));
    }

    synchronized void delete(ObjectName name) {
        objects.remove(name);
    }

    synchronized Map<ObjectName, StoredObject> snapshot() {
        return Map.copyOf(objects);
    }

    /** As etcd restored from a backup: versions go back too. */
    synchronized void restore(Map<ObjectName, StoredObject> snapshot) {
        objects.clear();
        objects.putAll(snapshot);
    }

    private synchronized Optional<StoredObject> replace(
            ObjectName name, Map<String, byte[]> entries, Optional<String> replacing) {
        var current = Optional.ofNullable(objects.get(name)).map(StoredObject::resourceVersion);
        if (!current.equals(replacing)) {
            return Optional.empty();
        }
        var written = new StoredObject(entries, Long.toString(++version));
        objects.put(name, written);
        writes++;
        afterEachWrite.run();
        return Optional.of(written);
    }
}
