package dev.hyperterse.operator.compile;

import dev.hyperterse.catalog.CatalogCodec;
import dev.hyperterse.catalog.EncodedLeaf;
import dev.hyperterse.catalog.Format;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.Slot;
import dev.hyperterse.catalog.SlotPacking;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds each leaf its slot, and the leaves for which there is no room. */
final class Placement {
    private final CatalogCodec codec = new CatalogCodec();
    private final SlotPacking packing = new SlotPacking(Format.NEWEST);
    private final Memo last;
    private final Map<String, Memo.Placed> placed;
    private final Map<Slot, Memo.Full> fullSlots = new HashMap<>();

    Placement(Memo last) {
        this.last = last;
        this.placed = HashMap.newHashMap(last.placed().size() + 1);
    }

    Map<String, Memo.Placed> placed() {
        return placed;
    }

    Map<Slot, Memo.Full> fullSlots() {
        return fullSlots;
    }

    Memo.Placed place(Leaf leaf) {
        var uid = leaf.identity().uid();
        var before = last.placed().get(uid);
        var place = before != null && before.leaf() == leaf ? before : encode(leaf);
        placed.put(uid, place);
        return place;
    }

    private Memo.Placed encode(Leaf leaf) {
        var encoded = codec.encode(leaf);
        return new Memo.Placed(leaf, encoded, Slot.of(leaf.identity()), packing.isTooLarge(encoded));
    }

    /** Why leaves do not fit, by their uids, given leaves that are placed already. */
    Map<String, Problem> withoutRoom(List<Candidate> candidates) {
        var served = candidates.stream()
                .filter(it -> it.result().served().isPresent())
                .toList();
        var sizes = new long[Slot.COUNT];
        for (var candidate : served) {
            var place = place(candidate);
            sizes[place.slot().number()] += place.encoded().size();
        }
        var without = new HashMap<String, Problem>();
        crowded(served, sizes)
                .forEach((slot, leaves) -> pack(slot, leaves).forEach(uid -> without.put(uid, fullSlot(slot))));
        if (Arrays.stream(sizes).sum() > SlotPacking.LARGEST_UNPACKED_CATALOG) {
            beyondAll(served, without.keySet()).forEach(uid -> without.put(uid, fullCatalog()));
        }
        return without;
    }

    /** What is to be served out of slots that may be too full. */
    private Map<Slot, List<Candidate>> crowded(List<Candidate> served, long[] sizes) {
        // What fits uncompressed needs no proof; compressing every slot on every change would cost most of it.
        if (Arrays.stream(sizes).allMatch(size -> size <= SlotPacking.LARGEST_SLOT)) {
            return Map.of();
        }
        return served.stream()
                .filter(it -> sizes[place(it).slot().number()] > SlotPacking.LARGEST_SLOT)
                .collect(Collectors.groupingBy(it -> place(it).slot()));
    }

    /** Those of the others that are more than one catalog has room for. */
    private Set<String> beyondAll(List<Candidate> served, Set<String> without) {
        var beyond = new HashSet<String>();
        long size = 0;
        for (var candidate : served.stream().sorted(Candidate.FOR_ROOM).toList()) {
            var uid = candidate.identity().uid();
            if (without.contains(uid)) {
                continue;
            }
            long own = place(candidate).encoded().size();
            if (size + own > SlotPacking.LARGEST_UNPACKED_CATALOG) {
                beyond.add(uid);
            } else {
                size += own;
            }
        }
        return beyond;
    }

    private Memo.Placed place(Candidate candidate) {
        return placed.get(candidate.identity().uid());
    }

    private Set<String> pack(Slot slot, List<Candidate> candidates) {
        var leaves = candidates.stream()
                .sorted(Candidate.FOR_ROOM)
                .map(it -> place(it).encoded())
                .toList();
        var before = last.fullSlots().get(slot);
        var full =
                before != null && before.leaves().equals(leaves) ? before : new Memo.Full(leaves, packed(slot, leaves));
        fullSlots.put(slot, full);
        return full.withoutRoom();
    }

    private Set<String> packed(Slot slot, List<EncodedLeaf> leaves) {
        return packing.pack(slot, leaves).withoutRoom().stream()
                .map(LeafIdentity::uid)
                .collect(Collectors.toSet());
    }

    static Problem tooLarge() {
        return Problem.of(
                Reason.DefinitionTooLarge,
                "spec",
                "definition-size",
                "the compiled definition exceeds %d KiB compressed, or %d MiB before"
                        .formatted(SlotPacking.LARGEST_LEAF >> 10, SlotPacking.LARGEST_UNPACKED_LEAF >> 20),
                "shorten its texts and data, or split it");
    }

    private static Problem fullCatalog() {
        return Problem.of(
                Reason.CatalogFull,
                "spec",
                "catalog-room",
                "the catalog is full: all its definitions together may have %d MiB before they are compressed"
                        .formatted(SlotPacking.LARGEST_UNPACKED_CATALOG >> 20),
                "shorten or remove large definitions, or serve them on another server");
    }

    private static Problem fullSlot(Slot slot) {
        return Problem.of(
                Reason.CatalogFull,
                "spec",
                "catalog-room",
                "slot %s of the catalog, which holds this definition, is full".formatted(slot.suffix()),
                "kind, namespace and name of a definition decide its slot: rename it, or shorten or remove others");
    }
}
