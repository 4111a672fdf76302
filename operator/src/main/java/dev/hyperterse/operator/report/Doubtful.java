package dev.hyperterse.operator.report;

import dev.hyperterse.crds.v1alpha1.Condition;
import dev.hyperterse.crds.v1alpha1.Condition.Status;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.LeafServer;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import java.util.List;
import java.util.Optional;

/**
 * What an operator believes of a status that another writer has changed: nothing that it would keep without evidence. What
 * was Ready or served has to be found so again.
 */
final class Doubtful {
    private Doubtful() {}

    static LeafStatus of(LeafStatus status) {
        return new LeafStatus(
                status.observedGeneration(),
                status.serving(),
                conditions(status.conditions()),
                status.servers().stream().map(Doubtful::of).toList());
    }

    static HyperterseServerStatus of(HyperterseServerStatus status) {
        return new HyperterseServerStatus(
                status.observedGeneration(),
                conditions(status.conditions()),
                status.url(),
                status.publicUrl(),
                status.runtimeVersion(),
                status.selector(),
                status.replicas(),
                status.readyReplicas(),
                status.convergedReplicas(),
                status.converged(),
                status.behind(),
                status.revision(),
                status.attached(),
                status.rejected(),
                status.adapters(),
                status.connectedAdapters());
    }

    private static LeafServer of(LeafServer server) {
        return new LeafServer(
                server.namespace(),
                server.name(),
                server.toolName(),
                server.generation(),
                Optional.empty(),
                conditions(server.conditions()));
    }

    private static List<Condition> conditions(List<Condition> conditions) {
        return conditions.stream()
                .map(it -> it.status() == Status.True ? unknown(it) : it)
                .toList();
    }

    private static Condition unknown(Condition condition) {
        return new Condition(
                condition.type(),
                Status.Unknown,
                condition.observedGeneration(),
                condition.lastTransitionTime(),
                condition.reason(),
                condition.message());
    }
}
