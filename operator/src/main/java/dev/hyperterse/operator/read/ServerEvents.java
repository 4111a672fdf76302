package dev.hyperterse.operator.read;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.read.kind.ObjectChange;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import io.javaoperatorsdk.operator.processing.event.source.controller.ResourceAction;
import io.javaoperatorsdk.operator.processing.event.source.controller.ResourceEvent;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Passes on what the SDK's informer shows of servers, as they were and as they are, and asks for reconciliations. */
final class ServerEvents extends AbstractEventSource<HyperterseServer, HyperterseServer>
        implements ResourceEventAware<HyperterseServer> {
    private final Consumer<ObjectChange<HyperterseServer>> changed;

    ServerEvents(Consumer<ObjectChange<HyperterseServer>> changed) {
        super(HyperterseServer.class, "servers");
        this.changed = changed;
    }

    /**
     * Raised as a change of the server itself, because the SDK drops other events of servers that it has not read yet.
     * Not raised between a deletion and its event, because the SDK could then miss the deletion.
     *
     * @return false if the server does not exist
     */
    synchronized boolean reconcile(Supplier<Optional<HyperterseServer>> known) {
        var server = known.get();
        server.ifPresent(it -> getEventHandler()
                .handleEvent(new ResourceEvent(ResourceAction.UPDATED, ResourceID.fromResource(it), it)));
        return server.isPresent();
    }

    @Override
    public void onResourceCreated(HyperterseServer server) {
        changed.accept(new ObjectChange<>(Optional.empty(), Optional.of(server)));
    }

    @Override
    public void onResourceUpdated(HyperterseServer after, HyperterseServer before) {
        changed.accept(new ObjectChange<>(Optional.of(before), Optional.of(after)));
    }

    /** The SDK calls this when the server is not known any more, and notes the deletion itself afterwards. */
    @Override
    public synchronized void onResourceDeleted(HyperterseServer server) {
        changed.accept(new ObjectChange<>(Optional.of(server), Optional.empty()));
    }

    @Override
    public Set<HyperterseServer> getSecondaryResources(HyperterseServer server) {
        return Set.of();
    }
}
