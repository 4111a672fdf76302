package dev.hyperterse.runtime.source.kubernetes;

import dev.hyperterse.catalog.Revision;
import java.util.Optional;

/** Serves published catalogs; called by one thread. */
public interface CatalogReceiver {
    /**
     * Serves another catalog than the former one.
     *
     * @throws RuntimeException if it cannot be served; it is then delivered again
     */
    void serve(FetchedCatalog catalog);

    /**
     * The same catalog was published again: by another leader, or to report convergence.
     *
     * @param converged position of the newest revision that every replica has reported
     */
    void stays(Revision revision, Optional<String> converged);
}
