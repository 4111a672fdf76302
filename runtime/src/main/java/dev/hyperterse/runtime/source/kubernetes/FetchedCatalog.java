package dev.hyperterse.runtime.source.kubernetes;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.encoding.DecodedLeaf;
import java.util.List;
import java.util.Optional;

/**
 * A published catalog, and the leaves that this build cannot serve.
 *
 * @param converged position of the newest revision that every replica has reported
 */
public record FetchedCatalog(Catalog catalog, List<DecodedLeaf.Unsupported> refused, Optional<String> converged) {
    public FetchedCatalog {
        refused = List.copyOf(refused);
    }
}
