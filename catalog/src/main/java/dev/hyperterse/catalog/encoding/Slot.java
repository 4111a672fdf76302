package dev.hyperterse.catalog.encoding;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.hyperterse.catalog.Digest;
import dev.hyperterse.catalog.LeafIdentity;

/**
 * One of the 64 places that leaves are stored in. A leaf's place depends on its kind, namespace and name, and on
 * that of its item, so that a change of one leaf rewrites one slot.
 */
public record Slot(@JsonValue int number) implements Comparable<Slot> {
    public static final int COUNT = 64;

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Slot {
        if (number < 0 || number >= COUNT) {
            throw new IllegalArgumentException("a slot is 0 to " + (COUNT - 1) + ", not " + number);
        }
    }

    public static Slot of(LeafIdentity leaf) {
        var object = leaf.kind() + "/" + leaf.namespace() + "/" + leaf.name();
        // The items of an object are spread: together they may be more than one slot holds.
        var digest = Digest.bytes(leaf.item().map(it -> object + "/" + it).orElse(object));
        return new Slot(Byte.toUnsignedInt(digest[0]) % COUNT);
    }

    /** Two digits, the suffix of the ConfigMap's name. */
    public String suffix() {
        return number < 10 ? "0" + number : Integer.toString(number);
    }

    @Override
    public int compareTo(Slot other) {
        return Integer.compare(number, other.number);
    }
}
