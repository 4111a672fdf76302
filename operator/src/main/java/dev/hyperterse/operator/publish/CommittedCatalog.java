package dev.hyperterse.operator.publish;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.CatalogException;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.catalog.encoding.DecodedLeaf;
import dev.hyperterse.catalog.encoding.EncodedSlot;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.catalog.values.ValueSetCodec;
import dev.hyperterse.compiler.resolve.ObjectName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads back what a committed index names: the source of last good versions after a change of leadership. What was
 * deleted or edited by hand is not there; the leaves of that part have no last good version then, the others have.
 */
public final class CommittedCatalog {
    private final ObjectStore store;
    private final CatalogCodec codec = new CatalogCodec();

    public CommittedCatalog(ObjectStore store) {
        this.store = store;
    }

    /** Empty when the index was published for another server that bore the same name. */
    public Optional<Catalog> read(ServerIdentity server, CatalogIndex index) {
        if (!index.server().identity().uid().equals(server.uid())) {
            return Optional.empty();
        }
        return Optional.of(new Catalog(
                index.revision(),
                index.server(),
                index.parts().stream().flatMap(part -> leaves(server, part)).toList(),
                values(server, index)));
    }

    private Stream<Leaf> leaves(ServerIdentity server, CatalogIndex.Part part) {
        return entry(ObjectName.slot(server, part.slot()), part.sha256()).stream()
                .flatMap(compressed -> decode(part, compressed).stream())
                .flatMap(decoded -> switch (decoded) {
                    case DecodedLeaf.Served(var leaf) -> Stream.of(leaf);
                    case DecodedLeaf.Unsupported _ -> Stream.empty();
                });
    }

    private List<DecodedLeaf> decode(CatalogIndex.Part part, byte[] compressed) {
        try {
            return codec.decodeSlot(EncodedSlot.open(part, compressed), part.slot());
        } catch (CatalogException edited) {
            return List.of();
        }
    }

    private ValueSet values(ServerIdentity server, CatalogIndex index) {
        return index.valueSet()
                .flatMap(id -> entry(ObjectName.values(server), id).flatMap(json -> decode(id, json)))
                .orElse(ValueSet.empty());
    }

    private static Optional<ValueSet> decode(String id, byte[] json) {
        try {
            return Optional.of(new ValueSet(id, ValueSetCodec.decode(json)));
        } catch (CatalogException edited) {
            return Optional.empty();
        }
    }

    private Optional<byte[]> entry(ObjectName name, String key) {
        return store.read(name).map(StoredObject::entries).map(entries -> entries.get(key));
    }
}
