package dev.hyperterse.operator.publish;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.encoding.CatalogDigest;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.catalog.encoding.EncodedSlot;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.catalog.values.ValueSetCodec;
import dev.hyperterse.compiler.resolve.ObjectName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Publishes the catalogs of one server, one publication at a time. The index is the only commit point:
 *
 * <ol>
 *   <li>know the objects to change, then the index. In steady state they are the answers to the own last writes; as soon
 *       as one object has to be read, the index is read after it
 *   <li>write each changed object with what the index names and the new content
 *   <li>write the index, which now names the new content
 * </ol>
 *
 * A conflict restarts at the first step. An index of another epoch is claimed first, so that the previous leader cannot
 * commit any more, even before it notices (DESIGN.md).
 */
public final class Publisher {
    /** More conflicts in a row than two operators or a person can cause by accident. */
    private static final int ATTEMPTS = 10;

    private final Leadership leadership;
    private final Supplier<String> randomName;
    private final ServerIdentity server;
    private final String epoch;
    private final CatalogCodec codec = new CatalogCodec();
    private final CatalogObjectCache objects;
    private long lastSequence;

    /** The version of the index that a publication left, or that was known when another look was asked for. */
    private Optional<String> settled = Optional.empty();

    /**
     * @param epoch random, one for each server and leadership
     * @param randomName makes the ids of value sets
     */
    public Publisher(
            ObjectStore store,
            Leadership leadership,
            Supplier<String> randomName,
            ServerIdentity server,
            String epoch) {
        this.leadership = leadership;
        this.randomName = randomName;
        this.server = server;
        this.epoch = epoch;
        this.objects = new CatalogObjectCache(store, codec, server);
    }

    /** Makes the next publication look at everything the API server holds, as after an edit by hand. */
    public synchronized void forgetAll() {
        objects.forget();
    }

    /**
     * Whether another writer changed or deleted an object that this process knows. What it does not know it reads before it
     * writes again.
     */
    public synchronized boolean modifiedExternally() {
        try {
            return objects.modifiedExternally();
        } catch (ForbiddenException withdrawn) {
            // A condition says what has to be published.
            return false;
        }
    }

    /**
     * Makes what is committed this process's to change, before anything is compiled against it.
     *
     * @return false when another process leads
     */
    public synchronized boolean takeOver() {
        objects.forget();
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var index = objects.index();
            if (mine(index)) {
                return true;
            }
            if (claim(index)
                    .filter(PublicationOutcome.NotLeading.class::isInstance)
                    .isPresent()) {
                return false;
            }
        }
        throw contended();
    }

    /** The index that is committed, as far as this process knows; in steady state that is what it wrote last. */
    public synchronized Optional<CatalogIndex> committed() {
        return objects.index().index();
    }

    public synchronized PublicationOutcome publish(CatalogContent desired) {
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var outcome = attempt(desired);
            if (outcome.isPresent()) {
                settle();
                return outcome.get();
            }
        }
        throw contended();
    }

    private PublicationException contended() {
        return new PublicationException("the catalog of %s was changed by another writer %d times in a row"
                .formatted(server.display(), ATTEMPTS));
    }

    /** Empty after a conflict. */
    private Optional<PublicationOutcome> attempt(CatalogContent desired) {
        // All of them are known before the index is: one that has to be read makes the index be read after it.
        desired.slots().forEach(slot -> objects.content(ObjectName.slot(server, slot.slot())));
        var values = desired.values().isEmpty()
                ? Optional.<StoredObject>empty()
                : objects.content(ObjectName.values(server));
        var committed = objects.index();
        if (!mine(committed)) {
            return claim(committed);
        }
        var valueSet = valueSetId(desired, committed, values);
        for (var entry : entries(desired, valueSet)) {
            if (!put(entry, committed)) {
                return Optional.empty();
            }
        }
        return commit(desired, valueSet, committed);
    }

    private boolean mine(StoredIndex committed) {
        return committed.epoch().filter(epoch::equals).isPresent();
    }

    private Optional<PublicationOutcome> claim(StoredIndex committed) {
        if (!leadership.confirmed()) {
            objects.forget();
            return Optional.of(new PublicationOutcome.NotLeading());
        }
        var claimed = objects.writeIndex(committed.claimedBy(epoch, codec), committed);
        // Read before the claim, they may have been changed by the leader before.
        objects.forgetContents();
        return claimed ? Optional.of(new PublicationOutcome.Claimed()) : Optional.empty();
    }

    private Optional<PublicationOutcome> commit(
            CatalogContent desired, Optional<String> valueSet, StoredIndex committed) {
        var parts = desired.slots().stream().map(EncodedSlot::part).toList();
        var sha256 = CatalogDigest.of(desired.server(), parts, valueSet);
        var before = committed.index();
        if (before.filter(index -> sameContent(index, sha256)).isPresent()) {
            return before.map(PublicationOutcome.Unchanged::new);
        }
        // An index that was deleted or edited must not make an epoch count backwards: replicas compare within it.
        lastSequence = Math.max(
                        lastSequence,
                        before.map(index -> index.revision().sequence()).orElse(0L))
                + 1;
        var index = new CatalogIndex(
                CatalogCodec.FORMAT,
                new Revision(epoch, lastSequence, sha256),
                desired.server(),
                parts,
                valueSet,
                before.flatMap(CatalogIndex::converged));
        return objects.writeIndex(StoredIndex.entries(index, codec), committed)
                ? Optional.of(new PublicationOutcome.Published(index))
                : Optional.empty();
    }

    private static boolean sameContent(CatalogIndex index, String sha256) {
        // An index may have been edited in what it says of itself, beside what it names.
        return index.revision().sha256().equals(sha256)
                && CatalogDigest.of(index.server(), index.parts(), index.valueSet())
                        .equals(sha256);
    }

    /**
     * Records in the index that all replicas serve that revision, and sweeps the values that only older ones name. Lost on
     * a conflict, and where the namespace is no gateway namespace any more: the next publication or the next call does it.
     *
     * @return whether another writer changed the index. {@link #modifiedExternally} has lost the version to compare with then, so
     *     a publication has to compare the content
     */
    public synchronized boolean recordConverged(Revision revision) {
        try {
            writeConverged(revision);
            sweepValues(revision);
        } catch (ForbiddenException withdrawn) {
            // A condition says what has to be published; trying this again and again says nothing new.
        }
        var modified = !settled.equals(objects.version(ObjectName.index(server)));
        settle();
        return modified;
    }

    private void settle() {
        settled = objects.version(ObjectName.index(server));
    }

    private void writeConverged(Revision revision) {
        objects.knownIndex().filter(this::mine).ifPresent(committed -> committed
                .index()
                .filter(index -> !index.converged().equals(Optional.of(revision.position())))
                .map(index -> objects.writeIndex(StoredIndex.entries(index.convergedAt(revision), codec), committed))
                .filter(written -> written)
                .ifPresent(_ -> settle()));
    }

    /** Credentials that were rotated, or that nothing refers to any more. */
    private void sweepValues(Revision converged) {
        var name = ObjectName.values(server);
        var stored = objects.ownContent(name).map(StoredObject::entries).orElse(Map.of());
        var committed = objects.index();
        var current = mine(committed)
                && committed
                        .index()
                        .filter(index -> index.revision().position().equals(converged.position()))
                        .isPresent();
        var named = committed.named(stored);
        if (current && named.size() < stored.size()) {
            objects.write(name, named);
        }
    }

    /** The id stays while the values do: a new one would be a new catalog. */
    private Optional<String> valueSetId(CatalogContent desired, StoredIndex committed, Optional<StoredObject> stored) {
        if (desired.values().isEmpty()) {
            return Optional.empty();
        }
        var content = ValueSetCodec.encode(desired.values());
        return committed
                .index()
                .flatMap(CatalogIndex::valueSet)
                .filter(id -> stored.filter(it -> Arrays.equals(it.entries().get(id), content))
                        .isPresent())
                .or(() -> Optional.of(randomName.get()));
    }

    private List<Entry> entries(CatalogContent desired, Optional<String> valueSet) {
        var entries = new ArrayList<Entry>();
        for (var slot : desired.slots()) {
            entries.add(new Entry(ObjectName.slot(server, slot.slot()), slot.sha256(), slot.compressed()));
        }
        valueSet.ifPresent(
                id -> entries.add(new Entry(ObjectName.values(server), id, ValueSetCodec.encode(desired.values()))));
        return entries;
    }

    /** False after a conflict. */
    private boolean put(Entry entry, StoredIndex committed) {
        var stored = objects.content(entry.name()).map(StoredObject::entries).orElse(Map.of());
        var entries = new TreeMap<>(committed.named(stored));
        // A deposed leader that has not noticed yet may still sweep entries that no index names;
        // only a write of this process makes its resourceVersion stale.
        if (Arrays.equals(entries.get(entry.key()), entry.bytes()) && ofThisServer(committed)) {
            return true;
        }
        entries.put(entry.key(), entry.bytes());
        return objects.write(entry.name(), entries);
    }

    /** The catalog of a server of the same name that is gone is about to go with it. */
    private boolean ofThisServer(StoredIndex committed) {
        return committed
                .index()
                .filter(index -> index.server().identity().uid().equals(server.uid()))
                .isPresent();
    }

    /** One content on its way into its object. */
    private record Entry(ObjectName name, String key, byte[] bytes) {}
}
