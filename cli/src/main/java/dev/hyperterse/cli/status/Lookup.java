package dev.hyperterse.cli.status;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import java.util.List;
import java.util.Optional;

/** Questions to the cluster that only an object in trouble needs. */
public interface Lookup {
    /** The servers of a namespace; empty where the user may not list them. */
    Optional<List<HyperterseServer>> servers(String namespace);

    Presence configMap(String namespace, String name);

    Presence secret(String namespace, String name);

    /** Whether an object can be referred to. */
    enum Presence {
        ABSENT,
        /** There, without the label by which definitions may read it. */
        UNLABELLED,
        PRESENT,
        /** The user may not ask. */
        UNKNOWN
    }
}
