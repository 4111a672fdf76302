package dev.hyperterse.runtime.mcp.stream;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The resources that scripts report as changed, collected until all streams are notified. Each is looked up in the
 * subscriptions of all streams, so their number per interval is limited.
 */
final class ChangedResources {
    static final int MOST = 200;
    /** The limit of one namespace, so that its scripts cannot use up the limit of all. */
    static final int MOST_OF_NAMESPACE = 50;

    private final Map<String, Set<String>> namespaces = new HashMap<>();
    private int uris;

    /** Whether there was room for it. */
    synchronized boolean add(String namespace, String uri) {
        var known = namespaces.computeIfAbsent(namespace, _ -> new HashSet<>());
        if (known.contains(uri)) {
            return true;
        }
        if (uris == MOST || known.size() == MOST_OF_NAMESPACE) {
            return false;
        }
        known.add(uri);
        uris++;
        return true;
    }

    synchronized Set<String> take() {
        if (uris == 0) {
            return Set.of();
        }
        var taken = new HashSet<String>();
        namespaces.values().forEach(taken::addAll);
        namespaces.clear();
        uris = 0;
        return taken;
    }
}
