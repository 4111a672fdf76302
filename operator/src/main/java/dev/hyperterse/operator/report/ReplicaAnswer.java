package dev.hyperterse.operator.report;

import dev.hyperterse.catalog.Revision;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a pod said last about what it serves.
 *
 * @param revision what is live; empty before its first catalog
 * @param formats catalog formats it reads
 * @param refused leaves that its runtime cannot serve, by their display, and why
 * @param adapters its connections
 */
public record ReplicaAnswer(
        Optional<Revision> revision, List<Integer> formats, Map<String, String> refused, List<Adapter> adapters) {
    public ReplicaAnswer {
        formats = List.copyOf(formats);
        refused = Map.copyOf(refused);
        adapters = List.copyOf(adapters);
    }

    /** One connection of one pod. */
    public record Adapter(String name, Link link, Optional<String> message) {}

    /** Whether a pod can use a connection. */
    public enum Link {
        UP,
        DOWN,
        /** Neither is known yet; also what a newer runtime says and this build does not know. */
        CONNECTING
    }
}
