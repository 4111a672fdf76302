package dev.hyperterse.runtime.source.kubernetes;

import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.catalog.encoding.Slot;
import dev.hyperterse.runtime.source.kubernetes.api.ApiServer;
import java.util.Optional;

/** The source of the parts that an index names: the API server, or the replica's own copy. */
interface PartsStore {
    /** The compressed content of a slot under that digest; empty when it is not there (any more). */
    Optional<byte[]> slot(Slot slot, String sha256);

    /** The value set under that id. */
    Optional<byte[]> values(String id);

    /** Reads the parts from an API server. */
    static PartsStore of(ApiServer api, CatalogObjects objects) {
        return new PartsStore() {
            @Override
            public Optional<byte[]> slot(Slot slot, String sha256) {
                return api.read(objects.slot(slot)).map(StoredEntries::parse).flatMap(stored -> stored.entry(sha256));
            }

            @Override
            public Optional<byte[]> values(String id) {
                return api.read(objects.values()).map(StoredEntries::parse).flatMap(stored -> stored.entry(id));
            }
        };
    }

    /** The message for a missing part: it was deleted, or another publication came in between. */
    static String missing(CatalogIndex.Part part) {
        return "slot " + part.slot().suffix() + " does not hold " + part.sha256();
    }
}
