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
import java.util.List;
import java.util.Map;

/**
 * Puts statuses into the cluster. A status is replaced as a whole, because nobody else has a say in it; server-side apply,
 * which would keep apart who wrote what, costs the API server several times as much.
 */
final class ClusterStatuses implements StatusStore {
    private static final PatchContext REPLACE = new PatchContext.Builder()
            .withPatchType(PatchType.JSON)
            .withFieldManager("hyperterse-operator")
            .build();

    private final KubernetesClient client;

    ClusterStatuses(KubernetesClient client) {
        this.client = client;
    }

    @Override
    public void write(LeafKey leaf, String uid, LeafStatus status) {
        switch (leaf.kind()) {
            case Tool -> replace(new Tool(), leaf.namespace(), leaf.name(), uid, status);
            case Prompt -> replace(new Prompt(), leaf.namespace(), leaf.name(), uid, status);
            case Resource -> replace(new McpResource(), leaf.namespace(), leaf.name(), uid, status);
        }
    }

    @Override
    public void write(ServerKey server, String uid, HyperterseServerStatus status) {
        replace(new HyperterseServer(), server.namespace(), server.name(), uid, status);
    }

    private <S> void replace(CustomResource<?, S> fresh, String namespace, String name, String uid, S status) {
        fresh.setMetadata(
                new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
        // The uid makes the write miss an object of the same name that was created since: it is refused, and tried
        // once more with what is known then.
        var patch = List.of(
                Map.of("op", "test", "path", "/metadata/uid", "value", uid),
                Map.of("op", "add", "path", "/status", "value", status));
        client.resource(fresh)
                .subresource("status")
                .patch(REPLACE, client.getKubernetesSerialization().asJson(patch));
    }
}
