package dev.hyperterse.operator.reconcile;

import dev.hyperterse.catalog.encoding.EncodedLeaf;
import dev.hyperterse.catalog.encoding.EncodedSlot;
import dev.hyperterse.catalog.encoding.Slot;
import dev.hyperterse.catalog.encoding.SlotPacking;
import dev.hyperterse.compiler.CompiledServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Packs the leaves of one server into its slots; a slot whose leaves are the same objects as last time is not packed again. */
final class SlotEncoder {
    private final SlotPacking packing = new SlotPacking();
    private Map<Slot, Packed> last = Map.of();

    List<EncodedSlot> encode(List<CompiledServer.Served> served) {
        var bySlot = new TreeMap<Slot, List<EncodedLeaf>>();
        for (var leaf : served) {
            bySlot.computeIfAbsent(leaf.slot(), _ -> new ArrayList<>()).add(leaf.encoded());
        }
        var packed = new HashMap<Slot, Packed>();
        var slots = new ArrayList<EncodedSlot>(bySlot.size());
        bySlot.forEach((slot, leaves) -> {
            var before = last.get(slot);
            var now = before != null && before.leaves().equals(leaves) ? before : pack(slot, leaves);
            packed.put(slot, now);
            slots.add(now.slot());
        });
        last = packed;
        return slots;
    }

    private Packed pack(Slot slot, List<EncodedLeaf> leaves) {
        // The compiler has refused leaves without room already.
        return new Packed(leaves, packing.pack(slot, leaves).slot());
    }

    private record Packed(List<EncodedLeaf> leaves, EncodedSlot slot) {}
}
