package dev.hyperterse.operator.publish;

import dev.hyperterse.catalog.CatalogIndex;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.operator.resolve.ObjectName;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The keys that the committed index names, which have to stay where they are until another is committed.
 *
 * @param byObject empty where the index cannot be read: it may have named anything
 */
record NamedKeys(Optional<Map<ObjectName, Set<String>>> byObject) {
    static NamedKeys of(Committed committed, ServerIdentity server) {
        return switch (committed) {
            case Committed.Readable(var index, var _) -> new NamedKeys(Optional.of(byObject(index, server)));
            case Committed.Absent _ -> new NamedKeys(Optional.of(Map.of()));
            case Committed.Unreadable _ -> new NamedKeys(Optional.empty());
        };
    }

    Set<String> in(Shelf shelf) {
        return byObject.map(keys -> keys.getOrDefault(shelf.name(), Set.of()))
                .or(() -> shelf.stored().map(object -> object.entries().keySet()))
                .orElse(Set.of());
    }

    private static Map<ObjectName, Set<String>> byObject(CatalogIndex index, ServerIdentity server) {
        var keys = new HashMap<ObjectName, Set<String>>();
        index.parts().forEach(part -> keys.put(ObjectName.slot(server, part.slot()), Set.of(part.sha256())));
        index.valueSet().ifPresent(id -> keys.put(ObjectName.values(server), Set.of(id)));
        return keys;
    }
}
