package dev.hyperterse.catalog.encoding;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.server.ServerSettings;
import java.util.List;
import java.util.Optional;

/**
 * The only commit point of a publication: the catalog is what it names, regardless of other objects.
 *
 * @param parts the slots in use, in the order of their slot
 * @param valueSet id of the value set to use with it
 * @param converged position of the newest revision that every replica reported
 */
public record CatalogIndex(
        int format,
        Revision revision,
        ServerSettings server,
        List<Part> parts,
        Optional<String> valueSet,
        Optional<String> converged) {
    public CatalogIndex {
        parts = parts == null ? List.of() : List.copyOf(parts);
    }

    /** The same content under the epoch of a new leader. */
    public CatalogIndex claimedBy(String epoch) {
        var claimed = new Revision(epoch, 1, revision.sha256());
        return new CatalogIndex(format, claimed, server, parts, valueSet, converged);
    }

    public CatalogIndex convergedAt(Revision reached) {
        return new CatalogIndex(format, revision, server, parts, valueSet, Optional.of(reached.position()));
    }

    /** One slot: where its content lies, and the digest that proves it. {@code bytes} counts it compressed. */
    public record Part(Slot slot, String sha256, long bytes) {}
}
