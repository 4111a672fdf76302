package dev.hyperterse.operator.model;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;

/** Kind, namespace and name of a leaf, regardless of the object's uid. */
public record LeafKey(LeafKind kind, String namespace, String name) {
    public static LeafKey of(LeafIdentity identity) {
        return new LeafKey(identity.kind(), identity.namespace(), identity.name());
    }

    // Written out, as each round hashes thousands: what a record brings costs several times as much.
    @Override
    public int hashCode() {
        return (name.hashCode() * 31 + namespace.hashCode()) * 31 + kind.ordinal();
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof LeafKey that
                        && kind == that.kind
                        && name.equals(that.name)
                        && namespace.equals(that.namespace);
    }

    @Override
    public String toString() {
        return kind + " " + namespace + "/" + name;
    }
}
