package dev.hyperterse.operator.read;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.model.ObservedLeaf;
import dev.hyperterse.operator.model.WorkloadNames;
import dev.hyperterse.operator.read.kind.ObjectChange;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Turns a change of one object into events. One change may include an edit and a status: a list after a lost watch
 * shows both at once.
 */
final class ClusterEvents {
    private ClusterEvents() {}

    static List<ClusterEvent> ofServer(ObjectChange<HyperterseServer> change) {
        var server = ServerKey.of(change.object());
        var events = new ArrayList<ClusterEvent>();
        if (change.replaced()) {
            events.add(new ClusterEvent.PodsChanged(server));
        } else if (change.differs(HyperterseServer::getStatus)) {
            events.add(new ClusterEvent.ServerStatusWritten(server));
        }
        if (change.edited()) {
            events.add(new ClusterEvent.ServerAffected(server));
        }
        return events;
    }

    static <L extends HasMetadata> List<ClusterEvent> ofLeaf(
            ObjectChange<L> change, Function<L, ObservedLeaf> observe) {
        var leaf = observe.apply(change.object()).key();
        var events = new ArrayList<ClusterEvent>();
        if (!change.replaced() && change.differs(it -> observe.apply(it).status())) {
            events.add(new ClusterEvent.LeafStatusWritten(leaf));
        }
        // Toolsets select by labels, which are no part of a generation.
        if (change.edited() || change.differs(ClusterEvents::labels)) {
            // Servers that a leaf no longer names must stop to serve it.
            var servers = new LinkedHashSet<ServerKey>();
            Stream.of(change.before(), change.after())
                    .flatMap(it -> it.map(observe).stream())
                    .forEach(it -> servers.addAll(it.servers()));
            events.add(new ClusterEvent.LeafChanged(leaf, servers));
        }
        return events;
    }

    private static Map<String, String> labels(HasMetadata object) {
        return Optional.ofNullable(object.getMetadata().getLabels()).orElseGet(Map::of);
    }

    static List<ClusterEvent> ofPod(ObjectChange<Pod> change) {
        return change.differs(RuntimeEndpoint::of)
                        || change.differs(WorkloadNames::server)
                        || change.differs(pod -> WorkloadNames.serverUid(pod.getMetadata()))
                ? change.labelledServers()
                        .<ClusterEvent>map(ClusterEvent.PodsChanged::new)
                        .toList()
                : List.of();
    }
}
