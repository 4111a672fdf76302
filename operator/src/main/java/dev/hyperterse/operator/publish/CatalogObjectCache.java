package dev.hyperterse.operator.publish;

import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.compiler.resolve.ObjectName;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The catalog objects of one server as this process read or wrote them last. A conflict makes it forget all of them. */
final class CatalogObjectCache {
    private final ObjectStore store;
    private final CatalogCodec codec;
    private final ObjectName indexName;
    private final Map<ObjectName, Optional<StoredObject>> contents = new HashMap<>();
    private Optional<StoredIndex> index = Optional.empty();

    CatalogObjectCache(ObjectStore store, CatalogCodec codec, ServerIdentity server) {
        this.store = store;
        this.codec = codec;
        this.indexName = ObjectName.index(server);
    }

    void forget() {
        contents.clear();
        index = Optional.empty();
    }

    void forgetContents() {
        contents.clear();
    }

    StoredIndex index() {
        if (index.isEmpty()) {
            index = Optional.of(StoredIndex.of(store.read(indexName), codec));
        }
        return index.get();
    }

    /** The index, unless it would have to be read. */
    Optional<StoredIndex> knownIndex() {
        return index;
    }

    /** A slot or the values; empty where there is no such object. */
    Optional<StoredObject> content(ObjectName name) {
        return contents.computeIfAbsent(name, _ -> {
            var stored = store.read(name);
            // The index must be read after the object: an older one would drop what the newer one names.
            index = Optional.empty();
            return stored;
        });
    }

    /** As {@link #content}; an object of another owner holds nothing of this server. */
    Optional<StoredObject> ownContent(ObjectName name) {
        try {
            return content(name);
        } catch (ForeignObjectException foreign) {
            contents.put(name, Optional.empty());
            return Optional.empty();
        }
    }

    /** Replaces what is known of it. False after a conflict. */
    boolean write(ObjectName name, Map<String, byte[]> entries) {
        var written = replace(name, entries, content(name).map(StoredObject::resourceVersion));
        written.ifPresent(stored -> contents.put(name, written));
        return written.isPresent();
    }

    /** Replaces the index only in the version that was read. Returns false if another leader has claimed it since. */
    boolean writeIndex(Map<String, byte[]> entries, StoredIndex replaced) {
        var written = replace(indexName, entries, replaced.resourceVersion());
        written.ifPresent(stored -> index = Optional.of(StoredIndex.of(stored, codec)));
        return written.isPresent();
    }

    private Optional<StoredObject> replace(ObjectName name, Map<String, byte[]> entries, Optional<String> version) {
        var written = store.write(name, entries, version);
        if (written.isEmpty()) {
            // A conflict comes rarely alone: a restored etcd or another operator has changed the neighbours as well.
            forget();
        }
        return written;
    }

    /** Empty where it is not known, or known not to exist. */
    Optional<String> version(ObjectName name) {
        return name.equals(indexName)
                ? index.flatMap(StoredIndex::resourceVersion)
                : contents.getOrDefault(name, Optional.empty()).map(StoredObject::resourceVersion);
    }

    /** Whether an object that is known to exist is stored in another version, or no more. */
    boolean modifiedExternally() {
        return Stream.concat(Stream.of(indexName), contents.keySet().stream()).anyMatch(name -> version(name)
                .filter(known -> !stored(name).equals(Optional.of(known)))
                .isPresent());
    }

    private Optional<String> stored(ObjectName name) {
        try {
            return store.read(name).map(StoredObject::resourceVersion);
        } catch (ForeignObjectException foreign) {
            return Optional.empty();
        }
    }
}
