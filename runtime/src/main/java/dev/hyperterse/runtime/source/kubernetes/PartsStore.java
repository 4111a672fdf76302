package dev.hyperterse.runtime.source.kubernetes;

import dev.hyperterse.catalog.CatalogIndex;
import dev.hyperterse.catalog.Slot;
import java.util.Optional;

/** The source of the parts that an index names: the API server, or the replica's own copy. */
interface PartsStore {
    /** The compressed content of a slot under that digest; empty when it is not there (any more). */
    Optional<byte[]> slot(Slot slot, String sha256);

    /** The value set under that id. */
    Optional<byte[]> values(String id);

    /** Reads what an API server holds. */
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

    /** A part that an index names and that does not exist: another publication came in between, or the part was deleted. */
    static String missing(CatalogIndex.Part part) {
        return "slot " + part.slot().suffix() + " does not hold " + part.sha256();
    }
}
