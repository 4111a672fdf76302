package dev.hyperterse.runtime.source.kubernetes;

import dev.hyperterse.catalog.Revision;
import java.util.Optional;

/** Serves published catalogs; called by one thread. */
public interface CatalogReceiver {
    /**
     * Another catalog than the one before.
     *
     * @throws RuntimeException when it cannot be served; it is then handed over again
     */
    void serve(FetchedCatalog catalog);

    /**
     * The same catalog, published anew: by another leader, or to say what has converged.
     *
     * @param converged position of the newest revision that every replica has reported
     */
    void stays(Revision revision, Optional<String> converged);
}
