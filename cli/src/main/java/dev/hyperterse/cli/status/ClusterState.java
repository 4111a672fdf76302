package dev.hyperterse.cli.status;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything that one reading of a cluster found.
 *
 * @param missingKinds plurals of the CRDs that the cluster does not have
 * @param pods of all servers; empty where the user may not list them
 */
public record ClusterState(
        List<String> missingKinds,
        OperatorState operator,
        List<HyperterseServer> servers,
        List<Definition> definitions,
        Optional<List<Pod>> pods) {
    /** The label of the pods of a server, with its name. */
    public static final String SERVER_LABEL = "hyperterse.dev/server";

    /** The names of servers and definitions, of all namespaces that were read. */
    public List<ObjectName> objects() {
        return Stream.concat(
                        servers.stream()
                                .map(it -> new ObjectName(
                                        ObservedKind.SERVER, it.getMetadata().getName())),
                        definitions.stream().map(it -> new ObjectName(it.kind(), it.name())))
                .toList();
    }
}
