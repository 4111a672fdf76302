package dev.hyperterse.compiler;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.encoding.EncodedLeaf;
import dev.hyperterse.catalog.encoding.Slot;
import dev.hyperterse.catalog.encoding.SlotPacking;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.CompilerFaults;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.SharedRoom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds each leaf its slot, and the leaves for which there is no room. */
final class Placement {
    private final CatalogCodec codec = new CatalogCodec();
    private final SlotPacking packing = new SlotPacking();
    private final Memo last;
    private final String ownNamespace;
    private final CompilerFaults faults;
    private final Map<String, Memo.Placed> placed;
    private final Map<List<CatalogRoom.Wanted>, Set<LeafIdentity>> fullSlots = new HashMap<>();

    /** @param ownNamespace that of the server */
    Placement(Memo last, String ownNamespace, CompilerFaults faults) {
        this.last = last;
        this.ownNamespace = ownNamespace;
        this.faults = faults;
        this.placed = HashMap.newHashMap(last.placed().size() + 1);
    }

    Map<String, Memo.Placed> placed() {
        return placed;
    }

    Map<List<CatalogRoom.Wanted>, Set<LeafIdentity>> fullSlots() {
        return fullSlots;
    }

    /** A leaf that breaks the catalog is this compiler's fault, and must not cost more than that leaf. */
    Checked<Memo.Placed> place(Leaf leaf) {
        try {
            var place = find(leaf).orElseGet(() -> encode(leaf));
            placed.put(leaf.identity().uid(), place);
            return Checked.sound(place);
        } catch (RuntimeException | StackOverflowError fault) {
            return Checked.faulty(faults.problem(leaf.identity(), "spec", fault, "object"));
        }
    }

    /** A place that is known from an earlier compile, or of a leaf that is known in another form. */
    void put(Memo.Placed place) {
        placed.put(place.leaf().identity().uid(), place);
    }

    /** A leaf that cannot be served takes no memory by its place. */
    void remove(String uid) {
        placed.remove(uid);
    }

    /** The outline of a leaf in the place of the leaf. */
    Memo.Placed outlined(Leaf leaf) {
        var uid = leaf.identity().uid();
        var placedNow = Optional.ofNullable(placed.get(uid)).filter(it -> it.leaf() == leaf);
        var outline =
                placedNow.or(() -> find(leaf)).orElseGet(() -> encode(leaf)).of(Outline.of(leaf));
        placedNow.ifPresent(_ -> placed.put(uid, outline));
        return outline;
    }

    /** The JSON of a leaf, which need not be placed. */
    EncodedLeaf encoded(Leaf leaf) {
        return find(leaf).orElseGet(() -> encode(leaf)).encoded();
    }

    private Optional<Memo.Placed> find(Leaf leaf) {
        return Optional.ofNullable(last.placed().get(leaf.identity().uid())).filter(it -> it.leaf() == leaf);
    }

    private Memo.Placed encode(Leaf leaf) {
        var encoded = codec.encode(leaf);
        var tooLarge = packing.isTooLarge(encoded);
        if (!tooLarge) {
            codec.requireReadable(encoded);
        }
        return new Memo.Placed(leaf, encoded, Slot.of(leaf.identity()), tooLarge);
    }

    /** Why leaves do not fit, by their uids, given leaves that are placed already. */
    Map<String, Problem> withoutRoom(List<Candidate> candidates) {
        var served = candidates.stream()
                .filter(it -> it.result().served().isPresent())
                .toList();
        var sizes = new long[Slot.COUNT];
        var ofOthers = new long[Slot.COUNT];
        var weight = 0L;
        var weightOfOthers = 0L;
        for (var candidate : served) {
            var place = place(candidate);
            var slot = place.slot().number();
            sizes[slot] += place.encoded().size();
            ofOthers[slot] += isOwn(candidate) ? 0 : place.encoded().size();
            weight += place.encoded().weight();
            weightOfOthers += isOwn(candidate) ? 0 : place.encoded().weight();
        }
        var without = new HashMap<String, Problem>();
        crowded(served, sizes, ofOthers).forEach((slot, leaves) -> withoutRoom(slot, leaves)
                .forEach(leaf -> without.put(leaf.uid(), fullSlot(slot, leaf.namespace()))));
        if (!SharedRoom.holds(SlotPacking.LARGEST_UNPACKED_CATALOG, weight, weightOfOthers)) {
            beyondAll(served, without.keySet()).forEach(leaf -> without.put(leaf.uid(), fullCatalog(leaf.namespace())));
        }
        return without;
    }

    /** The leaves to serve out of slots that may be too full. */
    private Map<Slot, List<Candidate>> crowded(List<Candidate> served, long[] sizes, long[] ofOthers) {
        // A slot that fits uncompressed needs no proof; compressing every slot on every change would cost most of it.
        var crowded = new boolean[Slot.COUNT];
        var any = false;
        for (var slot = 0; slot < Slot.COUNT; slot++) {
            crowded[slot] = !SharedRoom.holds(SlotPacking.LARGEST_SLOT, sizes[slot], ofOthers[slot]);
            any |= crowded[slot];
        }
        return any
                ? served.stream()
                        .filter(it -> crowded[place(it).slot().number()])
                        .collect(Collectors.groupingBy(it -> place(it).slot()))
                : Map.of();
    }

    /** Those of the others that are more than one catalog has room for. */
    private Set<LeafIdentity> beyondAll(List<Candidate> served, Set<String> without) {
        var wanted = inOrder(served.stream()
                .filter(it -> !without.contains(it.identity().uid()))
                .toList());
        var room = new CatalogRoom(ownNamespace, SlotPacking.LARGEST_UNPACKED_CATALOG);
        return CatalogRoom.without(wanted, room.admit(wanted, EncodedLeaf::weight));
    }

    private Set<LeafIdentity> withoutRoom(Slot slot, List<Candidate> candidates) {
        var wanted = inOrder(candidates);
        var without = Optional.ofNullable(last.fullSlots().get(wanted))
                .orElseGet(() -> new SlotRoom(packing, ownNamespace).withoutRoom(slot, wanted));
        fullSlots.put(wanted, without);
        return without;
    }

    private List<CatalogRoom.Wanted> inOrder(List<Candidate> candidates) {
        return candidates.stream()
                .sorted(Candidate.FOR_ROOM)
                .map(it -> new CatalogRoom.Wanted(place(it).encoded(), published(it)))
                .toList();
    }

    private Optional<EncodedLeaf> published(Candidate candidate) {
        return candidate
                .published()
                .map(leaf -> candidate.servedAsPublished() ? place(candidate).encoded() : encoded(leaf));
    }

    private boolean isOwn(Candidate candidate) {
        return candidate.identity().namespace().equals(ownNamespace);
    }

    private Memo.Placed place(Candidate candidate) {
        return placed.get(candidate.identity().uid());
    }

    static Problem tooLarge() {
        return Reason.DefinitionTooLarge.problem(
                "spec",
                "definition-size",
                "the compiled definition exceeds %d KiB compressed, or %d MiB before, with at least %d bytes for each JSON value"
                        .formatted(
                                SlotPacking.LARGEST_LEAF >> 10,
                                SlotPacking.LARGEST_UNPACKED_LEAF >> 20,
                                EncodedLeaf.VALUE),
                "shorten its texts and data, or split it");
    }

    private Problem fullCatalog(String namespace) {
        return Reason.CatalogFull.problem(
                "spec",
                "catalog-room",
                "the catalog is full%s: all its definitions together may have %d MiB before they are compressed"
                        .formatted(forOthers(namespace), SlotPacking.LARGEST_UNPACKED_CATALOG >> 20),
                "shorten or remove large definitions, or serve them on another server");
    }

    private Problem fullSlot(Slot slot, String namespace) {
        return Reason.CatalogFull.problem(
                "spec",
                "catalog-room",
                "slot %s of the catalog, which holds this definition, is full%s"
                        .formatted(slot.suffix(), forOthers(namespace)),
                "kind, namespace and name of a definition decide its slot: rename it, or shorten or remove others");
    }

    private String forOthers(String namespace) {
        return namespace.equals(ownNamespace)
                ? ""
                : " for namespace '%s', which may take twice what it leaves to others".formatted(namespace);
    }
}
