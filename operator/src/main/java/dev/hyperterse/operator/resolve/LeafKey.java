package dev.hyperterse.operator.resolve;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;

/** Which leaf, whichever object bears its name at the moment. */
public record LeafKey(LeafKind kind, String namespace, String name) {
    public static LeafKey of(LeafIdentity identity) {
        return new LeafKey(identity.kind(), identity.namespace(), identity.name());
    }

    @Override
    public String toString() {
        return kind + " " + namespace + "/" + name;
    }
}
