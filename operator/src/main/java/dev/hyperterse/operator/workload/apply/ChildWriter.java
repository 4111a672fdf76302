package dev.hyperterse.operator.workload.apply;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.model.Ownership;
import dev.hyperterse.operator.model.WorkloadNames;
import dev.hyperterse.operator.workload.state.ChildKey;
import dev.hyperterse.operator.workload.state.ChildOutcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes objects as they should be, by server-side apply: fields that others own stay theirs. Nothing is written while
 * {@link LastApplied} covers an object; anything else is answered by one apply, which the API server does not even store
 * if it changes nothing.
 */
public final class ChildWriter {
    private static final Logger LOG = LoggerFactory.getLogger(ChildWriter.class);

    /** Not the name under which statuses are written: what one of them leaves out must not delete the other's fields. */
    public static final String FIELD_MANAGER = "hyperterse-workload";

    private final KubernetesClient client;
    private final LastApplied lastApplied;

    public ChildWriter(KubernetesClient client) {
        this.client = withoutRetries(client);
        this.lastApplied = new LastApplied(client.getKubernetesSerialization());
    }

    /** The client would repeat for half a minute what the API server never accepts, in one of few worker threads. */
    private static KubernetesClient withoutRetries(KubernetesClient client) {
        var once = new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
                .withRequestRetryBackoffLimit(0)
                .build();
        return client.newClient(once).adapt(KubernetesClient.class);
    }

    /** @param cached the object as the watch has read it; without one, the API server is asked */
    ChildOutcome write(HyperterseServer server, HasMetadata wanted, Optional<? extends HasMetadata> cached) {
        try {
            var current = cached.isPresent()
                    ? cached
                    : Optional.ofNullable(client.resource(wanted).get());
            return current.isPresent()
                    ? update(server, wanted, current.get())
                    // Not by force: if another client creates it right now, its fields conflict and it is left alone.
                    : apply(wanted, false);
        } catch (KubernetesClientException failed) {
            return ApiRefusal.of(wanted, failed);
        }
    }

    /** Deletes an object that is no longer part of the plan, in the version that was read. */
    void delete(HasMetadata object) {
        lastApplied.forget(ChildKey.of(object));
        if (object.getMetadata().getDeletionTimestamp() == null) {
            LOG.atInfo()
                    .addKeyValue("event", "child_deleted")
                    .addKeyValue("kind", object.getKind())
                    .addKeyValue("namespace", object.getMetadata().getNamespace())
                    .addKeyValue("name", object.getMetadata().getName())
                    .log("not wanted any more");
            client.resource(object).lockResourceVersion().delete();
        }
    }

    /** Deletes an object that is not followed, if it was made for the server; empty when it is gone, else why it is not. */
    Optional<ChildOutcome> remove(HyperterseServer server, HasMetadata named) {
        try {
            Optional.ofNullable(client.resource(named).get())
                    .filter(it -> Ownership.madeFor(server, it))
                    .ifPresent(this::delete);
            return Optional.empty();
        } catch (KubernetesClientException failed) {
            return Optional.of(ApiRefusal.of(named, failed));
        }
    }

    /** Equal for objects that are wanted alike. */
    String digest(List<HasMetadata> wanted) {
        return wanted.stream().map(lastApplied::digest).collect(Collectors.joining(" "));
    }

    public void forget(WorkloadNames server) {
        lastApplied.forget(server);
    }

    private ChildOutcome update(HyperterseServer server, HasMetadata wanted, HasMetadata current) {
        if (!Ownership.holds(server, current)) {
            return new ChildOutcome.Refused(Ownership.foreign(current));
        }
        if (current.getMetadata().getDeletionTimestamp() != null) {
            return new ChildOutcome.Conflict();
        }
        if (lastApplied.covers(wanted, current)) {
            return new ChildOutcome.Applied(current);
        }
        // Never over something that was not seen: it may be another object by now, or have a template worth keeping.
        wanted.getMetadata().setResourceVersion(current.getMetadata().getResourceVersion());
        return apply(wanted, true);
    }

    private ChildOutcome apply(HasMetadata wanted, boolean force) {
        var applied = client.resource(wanted)
                .patch(new PatchContext.Builder()
                        .withPatchType(PatchType.SERVER_SIDE_APPLY)
                        .withFieldManager(FIELD_MANAGER)
                        .withForce(force)
                        .build());
        lastApplied.remember(wanted, applied);
        return new ChildOutcome.Applied(applied);
    }
}
