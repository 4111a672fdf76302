package dev.hyperterse.operator.read;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.model.ObservedLeaf;
import java.util.List;
import java.util.Optional;

/** The servers and leaves that exist, as the newest events left them. */
public interface KnownObjects {
    Optional<HyperterseServer> server(ServerKey key);

    Optional<ObservedLeaf> leaf(LeafKey key);

    /** The leaves that name the server, whether it exists or not. */
    List<LeafKey> leavesNaming(ServerKey server);
}
