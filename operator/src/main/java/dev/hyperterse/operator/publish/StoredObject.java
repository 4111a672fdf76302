package dev.hyperterse.operator.publish;

import java.util.Map;
import java.util.TreeMap;

/** An object as the API server holds it: binary entries, and the version that the next write must state. */
public record StoredObject(Map<String, byte[]> entries, String resourceVersion) {
    public StoredObject {
        entries = new TreeMap<>(entries);
    }

    /** Names and version only: a value set is stored this way too. */
    @Override
    public String toString() {
        return "StoredObject[" + entries.keySet() + " at " + resourceVersion + "]";
    }
}
