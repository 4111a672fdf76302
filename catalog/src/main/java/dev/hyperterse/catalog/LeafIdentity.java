package dev.hyperterse.catalog;

import java.util.Comparator;

/**
 * Which object, in which version, a leaf was compiled from. {@code uid} tells a recreated object from the one before;
 * {@code generation} is what {@code servedGeneration} in its status reports.
 */
public record LeafIdentity(LeafKind kind, String namespace, String name, String uid, long generation)
        implements Comparable<LeafIdentity> {
    private static final Comparator<LeafIdentity> ORDER = Comparator.comparing(LeafIdentity::kind)
            .thenComparing(LeafIdentity::namespace)
            .thenComparing(LeafIdentity::name)
            .thenComparing(LeafIdentity::uid)
            .thenComparingLong(LeafIdentity::generation);

    /** {@code Tool shop/list-orders}, as messages name it. */
    public String display() {
        return kind + " " + namespace + "/" + name;
    }

    @Override
    public int compareTo(LeafIdentity other) {
        return ORDER.compare(this, other);
    }
}
