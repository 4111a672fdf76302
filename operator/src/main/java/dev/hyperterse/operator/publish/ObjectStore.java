package dev.hyperterse.operator.publish;

import dev.hyperterse.compiler.resolve.ObjectName;
import java.util.Map;
import java.util.Optional;

/**
 * The API server, as far as publishing needs it. Reads are consistent, never from a cache; a write states the version it
 * replaces. Where the API server cannot be reached, both throw {@link PublicationException}.
 */
public interface ObjectStore {
    Optional<StoredObject> read(ObjectName name);

    /**
     * Creates the object, or replaces its entries at that version. Empty after a conflict: another writer wrote, created
     * or deleted the object since it was read.
     */
    Optional<StoredObject> write(ObjectName name, Map<String, byte[]> entries, Optional<String> replacing);
}
