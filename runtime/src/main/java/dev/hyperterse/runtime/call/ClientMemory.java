package dev.hyperterse.runtime.call;

import java.util.Optional;

/** Values that scripts keep for a client between calls, separate for each namespace. */
public interface ClientMemory {
    /** The JSON text that is kept under that key. */
    Optional<String> get(String namespace, String key);

    /** Keeps a JSON text, in place of the one that is kept. */
    Keeping put(String namespace, String key, String json);

    void remove(String namespace, String key);

    /** What became of something to keep. */
    enum Keeping {
        KEPT,
        CLIENT_FULL,
        REPLICA_FULL
    }
}
