package dev.hyperterse.runtime.mcp.legacy.session;

import dev.hyperterse.calls.context.ClientMemory;
import dev.hyperterse.calls.memory.TextQuota;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The values that scripts store for one session on this replica. They are dropped with the session's state. */
final class SessionValues implements ClientMemory {
    /** The maximum size of the keys and values of one namespace, in UTF-8. */
    static final int MAX_BYTES = 16 * 1024;

    private final PrincipalHash owner;
    private final TextQuota memory;
    /** A map of its own once it has values: most sessions never do. */
    private Map<String, Values> namespaces = Map.of();

    private boolean forgotten;

    SessionValues(PrincipalHash owner, TextQuota memory) {
        this.owner = owner;
        this.memory = memory;
    }

    private static final class Values {
        private final Map<String, String> byKey = new HashMap<>();
        private int bytes;
    }

    @Override
    public synchronized Optional<String> get(String namespace, String key) {
        return Optional.ofNullable(namespaces.get(namespace)).map(values -> values.byKey.get(key));
    }

    @Override
    public synchronized StoreResult put(String namespace, String key, String json) {
        var values = Optional.ofNullable(namespaces.get(namespace)).orElseGet(Values::new);
        var before = Optional.ofNullable(values.byKey.get(key));
        var bytes = values.bytes
                + bytes(key, json)
                - before.map(old -> bytes(key, old)).orElse(0);
        if (bytes > MAX_BYTES) {
            return StoreResult.CLIENT_FULL;
        }
        var more = held(key, json) - before.map(old -> held(key, old)).orElse(0L);
        // A call may still hold a session that was just evicted: its memory would never be released.
        if (forgotten || more > 0 && !memory.reserve(owner, more)) {
            return StoreResult.REPLICA_FULL;
        }
        if (more < 0) {
            memory.release(owner, -more);
        }
        if (namespaces.isEmpty()) {
            namespaces = new HashMap<>();
        }
        namespaces.put(namespace, values);
        values.byKey.put(key, json);
        values.bytes = bytes;
        return StoreResult.STORED;
    }

    @Override
    public synchronized void remove(String namespace, String key) {
        Optional.ofNullable(namespaces.get(namespace)).ifPresent(values -> {
            var old = values.byKey.remove(key);
            if (old != null) {
                values.bytes -= bytes(key, old);
                memory.release(owner, held(key, old));
            }
            if (values.byKey.isEmpty()) {
                namespaces.remove(namespace);
            }
        });
    }

    synchronized boolean isEmpty() {
        return namespaces.isEmpty();
    }

    /** Releases the memory of the values; further values are not stored. */
    synchronized void forget() {
        forgotten = true;
        namespaces
                .values()
                .forEach(values -> values.byKey.forEach((key, json) -> memory.release(owner, held(key, json))));
        namespaces = Map.of();
    }

    private static int bytes(String key, String json) {
        return key.getBytes(StandardCharsets.UTF_8).length + json.getBytes(StandardCharsets.UTF_8).length;
    }

    private static long held(String key, String json) {
        return TextQuota.bytes(key) + TextQuota.bytes(json);
    }
}
