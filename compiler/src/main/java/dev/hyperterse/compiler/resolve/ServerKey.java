package dev.hyperterse.compiler.resolve;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.ServerRef;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/** Which server, whether it exists or not. */
public record ServerKey(String namespace, String name) {
    public static ServerKey of(HyperterseServer server) {
        return new ServerKey(
                server.getMetadata().getNamespace(), server.getMetadata().getName());
    }

    /** The servers that a leaf names, in its order. */
    public static Set<ServerKey> namedBy(Collection<ServerRef> references, String namespaceOfLeaf) {
        var servers = new LinkedHashSet<ServerKey>();
        references.forEach(it -> servers.add(new ServerKey(it.namespace().orElse(namespaceOfLeaf), it.name())));
        return servers;
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
