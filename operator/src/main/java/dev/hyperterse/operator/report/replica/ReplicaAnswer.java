package dev.hyperterse.operator.report.replica;

import dev.hyperterse.catalog.Revision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The last report of a pod about what it serves.
 *
 * @param revision what is live; empty before its first catalog
 * @param refused leaves that its runtime cannot serve, by their display, and why
 * @param adapters its connections
 * @param unverified statements that it serves and their database refuses, by the display of their leaf
 * @param state the number of this answer, which another one does not have; empty of a runtime that does not count them
 */
public record ReplicaAnswer(
        Optional<Revision> revision,
        Map<String, String> refused,
        List<Connection> adapters,
        Map<String, Unverified> unverified,
        OptionalLong state) {
    public ReplicaAnswer {
        refused = Map.copyOf(refused);
        adapters = List.copyOf(adapters);
        unverified = Map.copyOf(unverified);
    }

    boolean complains() {
        return !refused.isEmpty() || !unverified.isEmpty();
    }

    /**
     * What a database says against a statement.
     *
     * @param generation of the leaf that was checked
     * @param offset in the text of the statement, in UTF-16 units; empty where the database did not say
     */
    public record Unverified(long generation, String message, Optional<Integer> offset) {}

    /** One connection of one pod. */
    public record Connection(String name, Link link, Optional<String> message) {}

    /** Whether a pod can use a connection. */
    public enum Link {
        UP,
        DOWN,
        /** Neither is known yet; also what a newer runtime says and this build does not know. */
        CONNECTING
    }
}
