package dev.hyperterse.operator.publish;

import dev.hyperterse.operator.resolve.ObjectName;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * One object besides the index: a slot's ConfigMap or the Secret of values. Contents lie in it under keys, several at
 * once while a publication is under way.
 *
 * @param stored empty when the object does not exist
 */
record Shelf(ObjectName name, Optional<StoredObject> stored) {
    boolean holds(String key, byte[] content) {
        return stored.map(object -> Arrays.equals(object.entries().get(key), content))
                .orElse(false);
    }

    Set<String> keys() {
        return stored.map(object -> object.entries().keySet()).orElse(Set.of());
    }

    /**
     * The entries that the committed index names, so that every replica can still read it. Whatever else lies here was left
     * by a publication that is over.
     */
    TreeMap<String, byte[]> entriesNamed(Set<String> named) {
        var entries = new TreeMap<String, byte[]>();
        stored.ifPresent(object -> object.entries().forEach((name, bytes) -> {
            if (named.contains(name)) {
                entries.put(name, bytes);
            }
        }));
        return entries;
    }

    Optional<String> resourceVersion() {
        return stored.map(StoredObject::resourceVersion);
    }
}
