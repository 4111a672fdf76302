package dev.hyperterse.operator.publish;

import dev.hyperterse.catalog.CatalogException;
import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.catalog.encoding.CatalogNames;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The committed index of a server, as the API server holds it. */
sealed interface StoredIndex {
    /** The entry that says whose turn it is while there is no index that could. */
    String CLAIM = "claim";

    /** Never published, or deleted. */
    record Absent() implements StoredIndex {}

    /** An index that can be read, at the version its next writer must state. */
    record Readable(CatalogIndex published, String version) implements StoredIndex {}

    /** Claimed and not published yet, edited by hand, or written in a format this build does not know. */
    record Unreadable(StoredObject stored) implements StoredIndex {}

    static StoredIndex of(Optional<StoredObject> stored, CatalogCodec codec) {
        return stored.map(object -> of(object, codec)).orElseGet(Absent::new);
    }

    static StoredIndex of(StoredObject stored, CatalogCodec codec) {
        var json = stored.entries().get(CatalogNames.INDEX_ENTRY);
        if (json == null) {
            return new Unreadable(stored);
        }
        try {
            return new Readable(codec.decodeIndex(json), stored.resourceVersion());
        } catch (CatalogException unreadable) {
            return new Unreadable(stored);
        }
    }

    default Optional<CatalogIndex> index() {
        return switch (this) {
            case Readable(var index, var _) -> Optional.of(index);
            case Absent _, Unreadable _ -> Optional.empty();
        };
    }

    default Optional<String> resourceVersion() {
        return switch (this) {
            case Absent _ -> Optional.empty();
            case Readable(var _, var version) -> Optional.of(version);
            case Unreadable(var stored) -> Optional.of(stored.resourceVersion());
        };
    }

    /** The epoch of the process whose turn it is. */
    default Optional<String> epoch() {
        return switch (this) {
            case Absent _ -> Optional.empty();
            case Readable(var index, var _) -> Optional.of(index.revision().epoch());
            case Unreadable(var stored) ->
                Optional.ofNullable(stored.entries().get(CLAIM))
                        .map(epoch -> new String(epoch, StandardCharsets.UTF_8));
        };
    }

    /**
     * Those of an object's entries that the index names, which have to stay until another one is committed. The others were
     * left by a publication that is over. Keys are digests and random ids, so none is that of another object.
     */
    default Map<String, byte[]> named(Map<String, byte[]> entries) {
        return switch (this) {
            case Absent _ -> Map.of();
            case Readable(var index, var _) -> {
                var named = new TreeMap<>(entries);
                named.keySet().retainAll(keys(index));
                yield named;
            }
            // It may have named anything.
            case Unreadable _ -> entries;
        };
    }

    private static Set<String> keys(CatalogIndex index) {
        return Stream.concat(index.parts().stream().map(CatalogIndex.Part::sha256), index.valueSet().stream())
                .collect(Collectors.toSet());
    }

    /** The entries that claim it for an epoch and leave everything else as it is. */
    default Map<String, byte[]> claimedBy(String epoch, CatalogCodec codec) {
        return switch (this) {
            case Absent _ -> Map.of(CLAIM, epoch.getBytes(StandardCharsets.UTF_8));
            case Readable(var index, var _) -> entries(index.claimedBy(epoch), codec);
            case Unreadable(var stored) -> {
                var entries = new TreeMap<>(stored.entries());
                entries.put(CLAIM, epoch.getBytes(StandardCharsets.UTF_8));
                yield entries;
            }
        };
    }

    static Map<String, byte[]> entries(CatalogIndex index, CatalogCodec codec) {
        return Map.of(CatalogNames.INDEX_ENTRY, codec.encode(index));
    }
}
