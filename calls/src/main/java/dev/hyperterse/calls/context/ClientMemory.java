package dev.hyperterse.calls.context;

import java.util.Optional;

/** Values that scripts store for a client between calls, separate for each namespace. */
public interface ClientMemory {
    /** The JSON text of the key. */
    Optional<String> get(String namespace, String key);

    /** Stores a JSON text and replaces the former one. */
    StoreResult put(String namespace, String key, String json);

    void remove(String namespace, String key);

    enum StoreResult {
        STORED,
        CLIENT_FULL,
        REPLICA_FULL
    }
}
