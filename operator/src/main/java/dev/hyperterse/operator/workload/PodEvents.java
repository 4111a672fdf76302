package dev.hyperterse.operator.workload;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.resolve.ServerKey;
import io.fabric8.kubernetes.api.model.Pod;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import java.util.Set;

/** Lets the SDK reconcile a server when one of its pods changes. */
final class PodEvents extends AbstractEventSource<Pod, HyperterseServer> {
    private final WatchedPods pods;

    PodEvents(WatchedPods pods) {
        super(Pod.class, "Pod");
        this.pods = pods;
    }

    @Override
    public void start() {
        super.start();
        pods.listenToPods(this::changed);
    }

    @Override
    public Set<Pod> getSecondaryResources(HyperterseServer server) {
        return Set.copyOf(pods.labelled(ServerKey.of(server)));
    }

    private void changed(ServerKey server) {
        if (isRunning()) {
            getEventHandler().handleEvent(new Event(new ResourceID(server.name(), server.namespace())));
        }
    }
}
