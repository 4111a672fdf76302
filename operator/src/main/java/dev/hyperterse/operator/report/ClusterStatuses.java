package dev.hyperterse.operator.report;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.operator.resolve.LeafKey;
import dev.hyperterse.operator.resolve.ServerKey;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;

/** Puts statuses into the cluster, by server-side apply of an object that has nothing but a status. */
final class ClusterStatuses implements StatusStore {
    private static final PatchContext APPLY = new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager("hyperterse-operator")
            .withForce(true)
            .build();

    private final KubernetesClient client;

    ClusterStatuses(KubernetesClient client) {
        this.client = client;
    }

    @Override
    public void write(LeafKey leaf, String uid, LeafStatus status) {
        switch (leaf.kind()) {
            case Tool -> apply(new Tool(), leaf.namespace(), leaf.name(), uid, status);
            case Prompt -> apply(new Prompt(), leaf.namespace(), leaf.name(), uid, status);
            case Resource -> apply(new McpResource(), leaf.namespace(), leaf.name(), uid, status);
        }
    }

    @Override
    public void write(ServerKey server, String uid, HyperterseServerStatus status) {
        apply(new HyperterseServer(), server.namespace(), server.name(), uid, status);
    }

    private <S> void apply(CustomResource<?, S> fresh, String namespace, String name, String uid, S status) {
        // The uid makes the write miss an object of the same name that was created since: a conflict, which is tried
        // again with what is known then.
        fresh.setMetadata(new ObjectMetaBuilder()
                .withNamespace(namespace)
                .withName(name)
                .withUid(uid)
                .build());
        fresh.setStatus(status);
        client.resource(fresh).subresource("status").patch(APPLY);
    }
}
