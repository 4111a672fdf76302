package dev.hyperterse.cli.status;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;

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
    public ClusterState {
        missingKinds = List.copyOf(missingKinds);
        servers = List.copyOf(servers);
        definitions = List.copyOf(definitions);
    }
}
