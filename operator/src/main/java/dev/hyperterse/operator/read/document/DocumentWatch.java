package dev.hyperterse.operator.read.document;

import dev.hyperterse.compiler.resolve.ObjectName;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.compiler.resolve.SharedRoom;
import dev.hyperterse.operator.model.WorkloadNames;
import dev.hyperterse.operator.read.document.ObjectWatches.Place;
import dev.hyperterse.operator.read.document.ObjectWatches.Watch;
import dev.hyperterse.operator.read.kind.NotReadYet;
import dev.hyperterse.operator.read.kind.ObjectChange;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The ConfigMaps and Secrets that servers refer to. Contents are read by GET when they are first needed and forgotten when
 * a watch says that the object changed; the watches remember names and versions only, and exist only for namespaces in
 * which something is referred to.
 */
public final class DocumentWatch implements AutoCloseable {
    /** To follow what the operator writes would be to follow every tenant's statements; it is no document either. */
    private static final String NOT_OURS = WorkloadNames.MANAGER_LABEL + "!=" + WorkloadNames.OPERATOR;

    private static final Duration START_LIMIT = Duration.ofSeconds(5);

    private final Function<ObjectName, ReadDocument> reader;
    private final Consumer<ServerKey> concerned;
    private final KeptDocuments read;
    private final Map<ObjectName, Set<ServerKey>> users = new HashMap<>();

    /** How often each was seen to change since it is used. */
    private final Map<ObjectName, Integer> changes = new HashMap<>();

    private final ObjectWatches watches;

    public DocumentWatch(KubernetesClient client, Consumer<ServerKey> concerned) {
        this(client, name -> ReadDocument.get(client, name), defaultRoom(), concerned);
    }

    public DocumentWatch(
            KubernetesClient client,
            Function<ObjectName, ReadDocument> reader,
            SharedRoom room,
            Consumer<ServerKey> concerned) {
        this.read = new KeptDocuments(room);
        this.reader = reader;
        this.concerned = concerned;
        this.watches = new ObjectWatches(client, NOT_OURS, this::changed, this::caughtUp);
    }

    /** Documents leave half of the heap. */
    private static SharedRoom defaultRoom() {
        return new SharedRoom(Runtime.getRuntime().maxMemory() / 2);
    }

    /** The documents of this moment, to compile with. */
    public AskedDocuments known() {
        return known(Map.of());
    }

    /** @param fetched those that were read for the same compile, which looks at each document once */
    public AskedDocuments known(Map<ObjectName, ReadDocument> fetched) {
        return new AskedDocuments(name -> Optional.ofNullable(fetched.get(name)).or(() -> read.find(name)));
    }

    /**
     * Records the documents that a server refers to, so that their changes affect it, and drops documents without a
     * reference. A document that only other servers referred to may have changed since this server's compile began.
     */
    public void used(ServerKey server, AskedDocuments documents) {
        var affected = new HashSet<ServerKey>();
        synchronized (this) {
            used(server, documents.asked());
            if (documents.differFrom(read)) {
                affected.add(server);
            }
            affected.addAll(usersOfThoseWithoutRoom());
        }
        affected.forEach(concerned);
    }

    /** It refers to nothing any more. */
    public void unused(ServerKey server) {
        Set<ServerKey> affected;
        synchronized (this) {
            used(server, Set.of());
            affected = usersOfThoseWithoutRoom();
        }
        affected.forEach(concerned);
    }

    /** After a document was forgotten there may be room for others, which their servers read again. */
    private Set<ServerKey> usersOfThoseWithoutRoom() {
        return usersOf(read.removeThoseWithoutRoom());
    }

    private Set<ServerKey> usersOf(Set<ObjectName> names) {
        return names.stream()
                .flatMap(name -> users.getOrDefault(name, Set.of()).stream())
                .collect(Collectors.toSet());
    }

    private void used(ServerKey server, Set<ObjectName> documents) {
        for (var name : documents) {
            users.computeIfAbsent(name, _ -> new HashSet<>()).add(server);
        }
        users.entrySet().removeIf(entry -> {
            if (!documents.contains(entry.getKey())) {
                entry.getValue().remove(server);
            }
            return entry.getValue().isEmpty();
        });
        forgetUnused();
    }

    private void forgetUnused() {
        read.removeIf(name -> !users.containsKey(name));
        changes.keySet().retainAll(users.keySet());
        var places = users.keySet().stream().map(Place::of).collect(Collectors.toSet());
        watches.closeIf(place -> !places.contains(place));
    }

    /** How many namespaces are looked into for either type. */
    public synchronized int watches() {
        return watches.size();
    }

    /**
     * Reads those that a compile asked for in vain, for that server, which every change from here on concerns. Returns
     * them as they were read: one that changes all the time is never known, and must not stop the compile.
     */
    public Map<ObjectName, ReadDocument> fetch(ServerKey server, Set<ObjectName> missing) {
        var fetched = new HashMap<ObjectName, ReadDocument>();
        for (var name : missing) {
            if (!look(server, name, fetched)) {
                // A watch outlives the right to it. A new one is refused until the right is back, and then lists.
                close(Place.of(name));
                look(server, name, fetched);
            }
        }
        return fetched;
    }

    /** False when it may not be read, although it may be followed. */
    private boolean look(ServerKey server, ObjectName name, Map<ObjectName, ReadDocument> fetched) {
        var needed = isNeeded(server, name);
        if (!follows(follow(server, name), name) && !needed) {
            forbidden(name).ifPresent(it -> fetched.put(name, it));
            return true;
        }
        var document = remember(name, needed);
        fetched.put(name, document);
        return !(document instanceof ReadDocument.Forbidden);
    }

    /**
     * Without a right to ConfigMaps nothing can be published in the namespace of the server, so nothing is compiled.
     * One of another namespace is missing only to the definitions that refer to it: their authors must not stop others.
     */
    private static boolean isNeeded(ServerKey server, ObjectName name) {
        return name.type() == ObjectName.Type.CONFIG_MAP && name.namespace().equals(server.namespace());
    }

    private synchronized void close(Place place) {
        watches.closeIf(place::equals);
    }

    /** A document that changed while it was read is not kept: the next compile finds it missing and reads it again. */
    private ReadDocument remember(ObjectName name, boolean needed) {
        int before;
        synchronized (this) {
            before = changes.getOrDefault(name, 0);
        }
        var document = reader.apply(name);
        if (needed && document instanceof ReadDocument.Forbidden(var answer)) {
            throw new NotReadYet(name + " cannot be read", answer.orElse(null));
        }
        synchronized (this) {
            return changes.getOrDefault(name, 0) == before ? put(name, document) : document;
        }
    }

    /** The watch keeps retrying, and notifies when it may read. */
    private synchronized Optional<ReadDocument> forbidden(ObjectName name) {
        return watches.find(Place.of(name))
                .filter(it -> !it.ready().isDone())
                .map(_ -> put(name, new ReadDocument.Forbidden()));
    }

    /** As far as there is room. A document that no server uses by now is not followed, and would never be forgotten. */
    private ReadDocument put(ObjectName name, ReadDocument document) {
        if (users.containsKey(name)) {
            read.put(name, document);
        }
        return read.find(name).orElse(document);
    }

    /** The watch is opened before the read, so that a change in between raises an event. */
    private static boolean follows(Watch watch, ObjectName name) {
        try {
            return watch.follows().get(START_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new NotReadYet(name + " cannot be followed: interrupted", interrupted);
        } catch (ExecutionException | TimeoutException failed) {
            throw new NotReadYet(name + " cannot be followed yet", failed);
        }
    }

    private synchronized Watch follow(ServerKey server, ObjectName name) {
        users.computeIfAbsent(name, _ -> new HashSet<>()).add(server);
        return watches.open(Place.of(name));
    }

    /** Documents that could not be read while the watch was refused can be now, and known ones may be gone: no event said so. */
    private void caughtUp(Watch watch) {
        if (!watch.refused().isDone()) {
            return;
        }
        Set<ServerKey> affected;
        synchronized (this) {
            affected = new HashSet<>(usersOf(read.removeIf(it -> Place.of(it).equals(watch.place()))));
            affected.addAll(usersOfThoseWithoutRoom());
        }
        affected.forEach(concerned);
    }

    private void changed(ObjectName name, ObjectChange<?> change) {
        var version = change.after().map(it -> it.getMetadata().getResourceVersion());
        Set<ServerKey> affected;
        synchronized (this) {
            affected = new HashSet<>(users.getOrDefault(name, Set.of()));
            var known = read.find(name);
            if (affected.isEmpty() || known.filter(it -> it.isVersion(version)).isPresent()) {
                return;
            }
            changes.merge(name, 1, Integer::sum);
            if (!read.outdate(name)) {
                // A server that needs it reads it anyway.
                return;
            }
            affected.addAll(usersOfThoseWithoutRoom());
        }
        affected.forEach(concerned);
    }

    @Override
    public synchronized void close() {
        watches.close();
    }
}
