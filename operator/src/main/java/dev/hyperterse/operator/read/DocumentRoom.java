package dev.hyperterse.operator.read;

import java.util.HashMap;
import java.util.Map;

/**
 * Bounds the memory of documents. Any namespace may use what is free; when nothing is free, a namespace may still use an
 * equal share, so that the documents of one never displace those of another. Together they take at most twice the bound.
 */
final class DocumentRoom {
    private final long most;
    private final Map<String, Long> taken = new HashMap<>();
    private long total;

    DocumentRoom(long most) {
        this.most = most;
    }

    /** False when there is no room. */
    boolean take(String namespace, long size) {
        var own = taken.getOrDefault(namespace, 0L) + size;
        var namespaces = taken.size() + (taken.containsKey(namespace) ? 0 : 1);
        if (total + size > most && own > most / namespaces) {
            return false;
        }
        taken.put(namespace, own);
        total += size;
        return true;
    }

    void release(String namespace, long size) {
        total -= size;
        taken.computeIfPresent(namespace, (_, own) -> own == size ? null : own - size);
    }
}
