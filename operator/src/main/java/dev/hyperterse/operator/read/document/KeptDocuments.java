package dev.hyperterse.operator.read.document;

import dev.hyperterse.compiler.resolve.ObjectName;
import dev.hyperterse.compiler.resolve.SharedRoom;
import dev.hyperterse.operator.read.document.ReadDocument.Found;
import dev.hyperterse.operator.read.document.ReadDocument.NoRoom;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The documents that have been read and are used, as far as there is room. Changed under the lock of {@link DocumentWatch}. */
final class KeptDocuments {
    private final SharedRoom room;
    private final Map<ObjectName, ReadDocument> documents = new ConcurrentHashMap<>();

    /** The room of those that changed and are to be read again, so that no other takes it in between. */
    private final Map<ObjectName, Long> held = new HashMap<>();

    private boolean roomWasFreed;

    KeptDocuments(SharedRoom room) {
        this.room = room;
    }

    Optional<ReadDocument> find(ObjectName name) {
        return Optional.ofNullable(documents.get(name));
    }

    void put(ObjectName name, ReadDocument document) {
        outdate(name);
        documents.put(name, asFarAsThereIsRoom(name, document));
    }

    private ReadDocument asFarAsThereIsRoom(ObjectName name, ReadDocument document) {
        var before = Optional.ofNullable(held.remove(name)).orElse(0L);
        var size = document instanceof Found found ? found.size() : 0;
        if (size > before && !room.take(name.namespace(), size - before)) {
            release(name, before);
            return document instanceof Found(var entries, var version)
                    ? new NoRoom(version, entries.readable())
                    : document;
        }
        release(name, Math.max(0, before - size));
        return document;
    }

    private void release(ObjectName name, long size) {
        if (size > 0) {
            room.release(name.namespace(), size);
            roomWasFreed = true;
        }
    }

    /** Forgets it until it is read again, and holds its room. Whether it was there. */
    boolean outdate(ObjectName name) {
        var outdated = documents.remove(name);
        if (outdated instanceof Found found) {
            held.put(name, found.size());
        }
        return outdated != null;
    }

    private void remove(ObjectName name) {
        outdate(name);
        release(name, Optional.ofNullable(held.remove(name)).orElse(0L));
    }

    /** Returns their names. */
    Set<ObjectName> removeIf(Predicate<ObjectName> condition) {
        var names = Stream.of(documents, held)
                .flatMap(it -> it.keySet().stream())
                .filter(condition)
                .collect(Collectors.toSet());
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
