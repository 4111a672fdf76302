package dev.hyperterse.operator.read;

import dev.hyperterse.operator.read.ReadDocument.Found;
import dev.hyperterse.operator.read.ReadDocument.NoRoom;
import dev.hyperterse.operator.resolve.ObjectName;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The documents that have been read and are used, as far as there is room. Changed under the lock of {@link DocumentWatch}. */
final class KeptDocuments {
    private final DocumentRoom room;
    private final Map<ObjectName, ReadDocument> documents = new ConcurrentHashMap<>();
    private boolean roomWasFreed;

    KeptDocuments(DocumentRoom room) {
        this.room = room;
    }

    Map<ObjectName, ReadDocument> all() {
        return Map.copyOf(documents);
    }

    Optional<ReadDocument> find(ObjectName name) {
        return Optional.ofNullable(documents.get(name));
    }

    void put(ObjectName name, ReadDocument document) {
        remove(name);
        documents.put(name, asFarAsThereIsRoom(name, document));
    }

    private ReadDocument asFarAsThereIsRoom(ObjectName name, ReadDocument document) {
        return document instanceof Found found && !room.take(name.namespace(), found.size())
                ? new NoRoom(found.version(), found.entries().readable())
                : document;
    }

    /** Whether it was there. */
    boolean remove(ObjectName name) {
        var removed = documents.remove(name);
        if (removed instanceof Found found) {
            room.release(name.namespace(), found.size());
            roomWasFreed = true;
        }
        return removed != null;
    }

    /** Returns their names. */
    Set<ObjectName> removeIf(Predicate<ObjectName> condition) {
        var names = documents.keySet().stream().filter(condition).collect(Collectors.toSet());
        names.forEach(this::remove);
        return names;
    }

    /** Forgets those that had no room, once after room was freed, so that they are read again; returns their names. */
    Set<ObjectName> removeThoseWithoutRoom() {
        if (!roomWasFreed) {
            return Set.of();
        }
        roomWasFreed = false;
        var names = new HashSet<ObjectName>();
        documents.forEach((name, document) -> {
            if (document instanceof NoRoom) {
                names.add(name);
            }
        });
        documents.keySet().removeAll(names);
        return names;
    }
}
