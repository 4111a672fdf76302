package dev.hyperterse.compiler;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.encoding.EncodedLeaf;
import dev.hyperterse.catalog.encoding.Slot;
import dev.hyperterse.catalog.encoding.SlotPacking;
import dev.hyperterse.compiler.CatalogRoom.Wanted;
import dev.hyperterse.compiler.resolve.SharedRoom;
import java.util.List;
import java.util.Set;

/** Finds the leaves for which one slot has room. */
record SlotRoom(SlotPacking packing, String ownNamespace) {
    /** @param wanted in the order of precedence */
    Set<LeafIdentity> withoutRoom(Slot slot, List<Wanted> wanted) {
        return CatalogRoom.without(wanted, fitting(slot, wanted));
    }

    private List<Wanted> fitting(Slot slot, List<Wanted> wanted) {
        var packed = pack(slot, wanted);
        var prefix = prefix(wanted, packed);
        // Leaves are compressed together: of that, each has the part that it has of what they take alone.
        var alone = prefix.stream().mapToLong(it -> it.leaf().keptSize()).sum();
        long together = packed.slot().compressed().length;
        var others = prefix.stream()
                .filter(it -> !it.namespace().equals(ownNamespace))
                .mapToLong(it -> part(it.leaf(), together, alone))
                .sum();
        if (prefix.size() == wanted.size() && SharedRoom.holds(SlotPacking.LARGEST_SLOT, together, others)) {
            return wanted;
        }
        var admitted = new CatalogRoom(ownNamespace, SlotPacking.LARGEST_SLOT)
                .admit(wanted, leaf -> part(leaf, together, alone));
        return admitted.size() == wanted.size() ? prefix : prefix(admitted, pack(slot, admitted));
    }

    private static long part(EncodedLeaf leaf, long together, long alone) {
        return leaf.keptSize() * together / alone;
    }

    private SlotPacking.Packed pack(Slot slot, List<Wanted> wanted) {
        return packing.pack(slot, wanted.stream().map(Wanted::leaf).toList());
    }

    private static List<Wanted> prefix(List<Wanted> wanted, SlotPacking.Packed packed) {
        return wanted.subList(0, wanted.size() - packed.withoutRoom().size());
    }
}
