package dev.hyperterse.runtime.source.kubernetes;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.CatalogException;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.catalog.encoding.DecodedLeaf;
import dev.hyperterse.catalog.encoding.EncodedSlot;
import dev.hyperterse.catalog.encoding.Slot;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.catalog.values.ValueSetCodec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Turns an index into a whole catalog: fetches the parts with unknown digests, verifies and decodes them. Unchanged
 * leaves are the same objects in the next catalog, so that catalogs can be compared by reference.
 */
final class CatalogFetch {
    private final CatalogCodec codec = new CatalogCodec();
    private Map<Slot, DecodedSlot> decoded = Map.of();
    private Optional<ValueSet> values = Optional.empty();

    CatalogIndex index(byte[] json) {
        return codec.decodeIndex(json);
    }

    /**
     * Fetches a catalog, and copies the parts that are new. Fails with {@link CatalogException} if a part is missing or
     * does not match the index.
     */
    FetchedCatalog fetch(CatalogIndex index, PartsStore store, Optional<LocalCopy> copy) {
        var held = new LinkedHashMap<Slot, DecodedSlot>();
        for (var part : index.parts()) {
            held.put(part.slot(), slot(part, store, copy));
        }
        var valueSet = index.valueSet().map(id -> values(id, store, copy));
        // Only after success: a fetch that fails in between must keep the parts of the catalog in use.
        decoded = held;
        values = valueSet;
        return catalog(index, held.values(), valueSet.orElseGet(ValueSet::empty));
    }

    private DecodedSlot slot(CatalogIndex.Part part, PartsStore store, Optional<LocalCopy> copy) {
        var before = decoded.getOrDefault(part.slot(), DecodedSlot.NONE);
        if (before.sha256().equals(part.sha256())) {
            return before;
        }
        var compressed = store.slot(part.slot(), part.sha256())
                .orElseThrow(() -> new CatalogException(PartsStore.missing(part)));
        var leaves = codec.decodeSlot(EncodedSlot.open(part, compressed), part.slot());
        copy.ifPresent(it -> it.slot(part.sha256(), compressed));
        return before.followedBy(part.sha256(), leaves);
    }

    private ValueSet values(String id, PartsStore store, Optional<LocalCopy> copy) {
        if (values.filter(known -> known.id().equals(id)).isPresent()) {
            return values.get();
        }
        var content = store.values(id).orElseThrow(() -> new CatalogException("the value set " + id + " is not there"));
        var set = new ValueSet(id, ValueSetCodec.decode(content));
        copy.ifPresent(it -> it.values(id, content));
        return set;
    }

    private static FetchedCatalog catalog(CatalogIndex index, Collection<DecodedSlot> slots, ValueSet values) {
        var leaves = new ArrayList<Leaf>();
        var refused = new ArrayList<DecodedLeaf.Unsupported>();
        for (var slot : slots) {
            for (var leaf : slot.leaves()) {
                switch (leaf) {
                    case DecodedLeaf.Served(var served) -> leaves.add(served);
                    case DecodedLeaf.Unsupported unsupported -> refused.add(unsupported);
                }
            }
        }
        var catalog = new Catalog(index.revision(), index.server(), leaves, values);
        return new FetchedCatalog(catalog, refused, index.converged());
    }
}
