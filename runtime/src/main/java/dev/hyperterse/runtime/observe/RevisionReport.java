package dev.hyperterse.runtime.observe;

import dev.hyperterse.catalog.Revision;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The report of a replica about what it serves; the operator computes convergence only from this.
 *
 * @param server namespace and name of the served server, because addresses of pods are reused
 * @param revision of the live catalog; empty before the first one
 * @param refused leaves that it cannot serve
 * @param adapters states of the connections
 * @param unverified served statements that their database refuses
 */
public record RevisionReport(
        Optional<String> server,
        Optional<Revision> revision,
        List<Refused> refused,
        List<AdapterReport> adapters,
        List<Unverified> unverified) {
    public RevisionReport {
        refused = List.copyOf(refused);
        adapters = List.copyOf(adapters);
        unverified = List.copyOf(unverified);
    }

    /** A leaf, as its identity displays, and why this runtime cannot serve it. */
    public record Refused(String leaf, String reason) {}

    /** One connection: whether it is usable, and why not, in words that name no host, user or secret. */
    public record AdapterReport(String name, String state, Optional<String> message) {}

    /**
     * A leaf, in the version that was checked, and the words of the engine.
     *
     * @param offset in the text of the statement, in UTF-16 units
     */
    public record Unverified(String leaf, long generation, String message, OptionalInt offset) {}

    /** {@code epoch.sequence}, or empty before the first catalog. */
    public String position() {
        return revision.map(Revision::position).orElse("");
    }
}
