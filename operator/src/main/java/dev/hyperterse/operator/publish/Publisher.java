package dev.hyperterse.operator.publish;

import dev.hyperterse.catalog.CatalogCodec;
import dev.hyperterse.catalog.CatalogDigest;
import dev.hyperterse.catalog.CatalogIndex;
import dev.hyperterse.catalog.EncodedSlot;
import dev.hyperterse.catalog.Format;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.catalog.values.ValueSetCodec;
import dev.hyperterse.operator.publish.ObjectStore.Write;
import dev.hyperterse.operator.resolve.ObjectName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
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
 * Any conflict starts again at the first step. An index of another epoch is claimed first, so that the leader before
 * this one cannot commit any more whatever it still believes (docs/publication.md).
 */
public final class Publisher {
    /** More conflicts in a row than two operators or a person can cause by accident. */
    private static final int ATTEMPTS = 10;

    private final ObjectStore store;
    private final Leadership leadership;
    private final Supplier<String> randomName;
    private final ServerIdentity server;
    private final String epoch;
    private final CatalogCodec codec = new CatalogCodec();
    private final Map<ObjectName, Shelf> known = new HashMap<>();
    private Optional<Committed> knownIndex = Optional.empty();
    private long lastSequence;

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
        this.store = store;
        this.leadership = leadership;
        this.randomName = randomName;
        this.server = server;
        this.epoch = epoch;
    }

    /** Makes the next publication look at everything the API server holds, as after an edit by hand. */
    public synchronized void distrust() {
        known.clear();
        knownIndex = Optional.empty();
    }

    /** What a watch has seen of an object of this catalog, against what this process knows of it. */
    public synchronized OwnWrites compare(ObjectName name, String observed, boolean deleted) {
        var written = name.equals(ObjectName.index(server))
                ? knownIndex.flatMap(Committed::resourceVersion)
                : Optional.ofNullable(known.get(name)).flatMap(Shelf::resourceVersion);
        // Of what it does not know, it reads everything before it writes again.
        return written.map(version -> OwnWrites.compare(version, observed, deleted))
                .orElse(OwnWrites.UpToDate);
    }

    /** Whether that holds of an object of this catalog that this process knows to exist, in the version that it knows. */
    public synchronized boolean anyKnown(BiPredicate<ObjectName, String> test) {
        return known.values().stream().anyMatch(shelf -> shelf.resourceVersion()
                        .filter(version -> test.test(shelf.name(), version))
                        .isPresent())
                || knownIndex
                        .flatMap(Committed::resourceVersion)
                        .filter(version -> test.test(ObjectName.index(server), version))
                        .isPresent();
    }

    /**
     * Makes what is committed this process's to change, before anything is judged against it.
     *
     * @return false when another process leads
     */
    public synchronized boolean takeOver() {
        distrust();
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var index = committedIndex();
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
        return committedIndex().index();
    }

    public synchronized PublicationOutcome publish(Desired desired) {
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var outcome = attempt(desired);
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
        throw contended();
    }

    private PublicationException contended() {
        return new PublicationException("the catalog of %s was changed by somebody else %d times in a row"
                .formatted(server.display(), ATTEMPTS));
    }

    /** Empty after a conflict. */
    private Optional<PublicationOutcome> attempt(Desired desired) {
        var shelves = shelvesOf(desired);
        var committed = committedIndex();
        if (!mine(committed)) {
            return claim(committed);
        }
        var valueSet = valueSetId(desired, committed, shelves.get(ObjectName.values(server)));
        var contents = contents(desired, valueSet);
        var named = NamedKeys.of(committed, server);
        for (var content : contents) {
            if (!put(shelves.get(content.name()), content, committed, named)) {
                return Optional.empty();
            }
        }
        return commit(desired, valueSet, committed);
    }

    private boolean mine(Committed committed) {
        return committed.epoch().filter(epoch::equals).isPresent();
    }

    private Optional<PublicationOutcome> claim(Committed committed) {
        if (!leadership.confirmed()) {
            distrust();
            return Optional.of(new PublicationOutcome.NotLeading());
        }
        var claimed = writeIndex(committed.claimedBy(epoch, codec), committed);
        // Read before the claim, they may have been changed by the leader before.
        known.clear();
        return claimed.map(_ -> new PublicationOutcome.Claimed());
    }

    private Optional<PublicationOutcome> commit(Desired desired, Optional<String> valueSet, Committed committed) {
        var parts = desired.slots().stream().map(EncodedSlot::part).toList();
        var sha256 = CatalogDigest.of(desired.server(), parts, valueSet);
        var before = committed.index();
        if (before.filter(index -> sameContent(index, desired, sha256)).isPresent()) {
            return before.map(PublicationOutcome.Unchanged::new);
        }
        // An index that was deleted or edited must not make an epoch count backwards: replicas compare within it.
        lastSequence = Math.max(
                        lastSequence,
                        before.map(index -> index.revision().sequence()).orElse(0L))
                + 1;
        var index = new CatalogIndex(
                Format.NEWEST,
                new Revision(epoch, lastSequence, sha256),
                desired.server(),
                parts,
                valueSet,
                before.flatMap(CatalogIndex::converged));
        return writeIndex(Committed.entries(index, codec), committed)
                .map(written -> new PublicationOutcome.Published(index));
    }

    private static boolean sameContent(CatalogIndex index, Desired desired, String sha256) {
        // What an index says of itself may have been edited beside what it names.
        return index.revision().sha256().equals(sha256)
                && index.format().equals(Format.NEWEST)
                && CatalogDigest.of(index.server(), index.parts(), index.valueSet())
                        .equals(sha256);
    }

    /**
     * Records in the index that all replicas serve that revision, and sweeps the values that only older ones name. Lost on
     * a conflict, and where the namespace is no gateway namespace any more: the next publication or the next call does it.
     */
    public synchronized void recordConverged(Revision revision) {
        try {
            writeConverged(revision);
            sweepValues(revision);
        } catch (ForbiddenException withdrawn) {
            // What has to be published says so in a condition; trying this again and again says nothing new.
        }
    }

    private void writeConverged(Revision revision) {
        knownIndex.filter(this::mine).ifPresent(committed -> committed
                .index()
                .filter(index -> !index.converged().equals(Optional.of(revision.position())))
                .ifPresent(index -> writeIndex(Committed.entries(index.convergedAt(revision), codec), committed)));
    }

    /** Credentials that were rotated, or that nothing refers to any more. */
    private void sweepValues(Revision converged) {
        var shelf = known.computeIfAbsent(ObjectName.values(server), this::readOwnShelf);
        var committed = committedIndex();
        var current = mine(committed)
                && committed
                        .index()
                        .filter(index -> index.revision().position().equals(converged.position()))
                        .isPresent();
        var named = NamedKeys.of(committed, server).in(shelf);
        if (current && !named.containsAll(shelf.keys())) {
            write(shelf, shelf.entriesNamed(named));
        }
    }

    private Map<ObjectName, Shelf> shelvesOf(Desired desired) {
        var names = new ArrayList<ObjectName>();
        desired.slots().forEach(slot -> names.add(ObjectName.slot(server, slot.slot())));
        if (!desired.values().isEmpty()) {
            names.add(ObjectName.values(server));
        }
        var shelves = new HashMap<ObjectName, Shelf>();
        for (var name : names) {
            shelves.put(name, known.computeIfAbsent(name, this::readShelf));
        }
        return shelves;
    }

    private Shelf readShelf(ObjectName name) {
        // Whoever stops publishing must not act on an index that is older than an object just read: it would drop what
        // the newer index names.
        knownIndex = Optional.empty();
        return new Shelf(name, store.read(name));
    }

    /** An object of another owner holds nothing of this server. */
    private Shelf readOwnShelf(ObjectName name) {
        try {
            return readShelf(name);
        } catch (ForeignObjectException foreign) {
            return new Shelf(name, Optional.empty());
        }
    }

    private Committed committedIndex() {
        if (knownIndex.isEmpty()) {
            knownIndex = Optional.of(Committed.of(store.read(ObjectName.index(server)), codec));
        }
        return knownIndex.get();
    }

    /** The id stays while the values do: a new one would be a new catalog. */
    private Optional<String> valueSetId(Desired desired, Committed committed, Shelf values) {
        if (desired.values().isEmpty()) {
            return Optional.empty();
        }
        var content = ValueSetCodec.encode(desired.values());
        var inUse = committed.index().flatMap(CatalogIndex::valueSet);
        if (inUse.filter(id -> values.holds(id, content)).isPresent()) {
            return inUse;
        }
        return Optional.of(randomName.get());
    }

    private List<Content> contents(Desired desired, Optional<String> valueSet) {
        var contents = new ArrayList<Content>();
        for (var slot : desired.slots()) {
            contents.add(new Content(ObjectName.slot(server, slot.slot()), slot.sha256(), slot.compressed()));
        }
        valueSet.ifPresent(
                id -> contents.add(new Content(ObjectName.values(server), id, ValueSetCodec.encode(desired.values()))));
        return contents;
    }

    private boolean put(Shelf shelf, Content content, Committed committed, NamedKeys namedKeys) {
        var named = namedKeys.in(shelf);
        // What lies there without being named may be swept away by a leader that was deposed and does not know it yet;
        // only a write of our own makes that one's version of the object stale.
        if (named.contains(content.key()) && shelf.holds(content.key(), content.bytes()) && ofThisServer(committed)) {
            return true;
        }
        var entries = shelf.entriesNamed(named);
        entries.put(content.key(), content.bytes());
        return write(shelf, entries);
    }

    /** False after a conflict. */
    private boolean write(Shelf shelf, Map<String, byte[]> entries) {
        return switch (store.write(shelf.name(), entries, shelf.resourceVersion())) {
            case Write.Done(var stored) -> {
                known.put(shelf.name(), new Shelf(shelf.name(), Optional.of(stored)));
                yield true;
            }
            case Write.Conflict _ -> {
                // Rarely alone: a restored etcd or another operator has changed the neighbours as well.
                distrust();
                yield false;
            }
        };
    }

    /** What was published for a server of the same name that is gone is about to go with it. */
    private boolean ofThisServer(Committed committed) {
        return committed
                .index()
                .filter(index -> index.server().identity().uid().equals(server.uid()))
                .isPresent();
    }

    private Optional<Committed> writeIndex(Map<String, byte[]> entries, Committed replacing) {
        return switch (store.write(ObjectName.index(server), entries, replacing.resourceVersion())) {
            case Write.Done(var stored) -> {
                knownIndex = Optional.of(Committed.of(stored, codec));
                yield knownIndex;
            }
            case Write.Conflict _ -> {
                distrust();
                yield Optional.empty();
            }
        };
    }

    /** One content on its way to its shelf. */
    private record Content(ObjectName name, String key, byte[] bytes) {}
}
