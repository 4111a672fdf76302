package dev.hyperterse.catalog;

import java.util.Optional;

/**
 * Which object, in which version, a leaf was compiled from. {@code generation} is what {@code servedGeneration} in its
 * status reports.
 *
 * @param uid distinguishes a recreated object from the one before, and the items of an object from each other
 * @param item the name of the part of the object that it was compiled from, where an object brings many definitions
 */
public record LeafIdentity(
        LeafKind kind, String namespace, String name, String uid, long generation, Optional<String> item)
        implements Comparable<LeafIdentity> {
    /** The object as a whole. */
    public LeafIdentity(LeafKind kind, String namespace, String name, String uid, long generation) {
        this(kind, namespace, name, uid, generation, Optional.empty());
    }

    /** One item of this object. */
    public LeafIdentity ofItem(String itemName) {
        return new LeafIdentity(kind, namespace, name, uid + "/" + itemName, generation, Optional.of(itemName));
    }

    /** The same of another version of the object. */
    LeafIdentity inVersion(long other) {
        return other == generation ? this : new LeafIdentity(kind, namespace, name, uid, other, item);
    }

    /** The uid of the object, also of an item. */
    public String objectUid() {
        return item.map(it -> uid.substring(0, uid.length() - it.length() - 1)).orElse(uid);
    }

    /** {@code Tool shop/list-orders}, or {@code Tool shop/petstore item get-pet}, as messages name it. */
    public String display() {
        var object = kind + " " + namespace + "/" + name;
        return item.map(it -> object + " item " + it).orElse(object);
    }

    // Written out, as each compile hashes and sorts thousands: what a record brings costs several times as much, and so
    // does a chain of comparators. The uid has the name of the item.
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
                        && namespace.equals(that.namespace)
                        && item.equals(that.item);
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
