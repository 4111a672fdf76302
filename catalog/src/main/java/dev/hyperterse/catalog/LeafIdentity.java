package dev.hyperterse.catalog;

/**
 * Which object, in which version, a leaf was compiled from. {@code uid} distinguishes a recreated object from the one before;
 * {@code generation} is what {@code servedGeneration} in its status reports.
 */
public record LeafIdentity(LeafKind kind, String namespace, String name, String uid, long generation)
        implements Comparable<LeafIdentity> {
    /** {@code Tool shop/list-orders}, as messages name it. */
    public String display() {
        return kind + " " + namespace + "/" + name;
    }

    // Written out, as each compile hashes and sorts thousands: what a record brings costs several times as much, and so
    // does a chain of comparators.
    @Override
    public int hashCode() {
        return name.hashCode() * 31 + uid.hashCode();
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof LeafIdentity that
                        && generation == that.generation
                        && kind == that.kind
                        && uid.equals(that.uid)
                        && name.equals(that.name)
                        && namespace.equals(that.namespace);
    }

    @Override
    public int compareTo(LeafIdentity other) {
        var order = kind.compareTo(other.kind);
        order = order != 0 ? order : namespace.compareTo(other.namespace);
        order = order != 0 ? order : name.compareTo(other.name);
        order = order != 0 ? order : uid.compareTo(other.uid);
        return order != 0 ? order : Long.compare(generation, other.generation);
    }
}
