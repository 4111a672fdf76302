package dev.hyperterse.catalog;

/**
 * Which object, in which version, a leaf was compiled from. {@code uid} tells a recreated object from the one before;
 * {@code generation} is what {@code servedGeneration} in its status reports.
 */
public record LeafIdentity(LeafKind kind, String namespace, String name, String uid, long generation)
        implements Comparable<LeafIdentity> {
    /** {@code Tool shop/list-orders}, as messages name it. */
    public String display() {
        return kind + " " + namespace + "/" + name;
    }

    // Written out, as each compile sorts thousands: a chain of comparators costs several times as much.
    @Override
    public int compareTo(LeafIdentity other) {
        var order = kind.compareTo(other.kind);
        order = order != 0 ? order : namespace.compareTo(other.namespace);
        order = order != 0 ? order : name.compareTo(other.name);
        order = order != 0 ? order : uid.compareTo(other.uid);
        return order != 0 ? order : Long.compare(generation, other.generation);
    }
}
