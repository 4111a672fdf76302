package dev.hyperterse.playground.node;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Map;

/** The Node in the API: always ready, because only this JVM would notice the opposite. */
final class NodeObject {
    /** Controllers of Kubernetes write to a new node too, at any moment. */
    private static final PatchContext OVER_ANY_VERSION = PatchContext.of(PatchType.JSON_MERGE);

    private NodeObject() {}

    static void register(KubernetesClient client, String name, String address) {
        var node = new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("kubernetes.io/hostname", name)
                .addToLabels("kubernetes.io/os", "linux")
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .build();
        client.nodes().resource(node).create();
        // Admission marks a new node as not ready, and the controller that would take the mark off is not running.
        client.nodes().withName(name).patch(OVER_ANY_VERSION, "{\"spec\": {\"taints\": null}}");
        var size = Map.of(
                "cpu", new Quantity(Integer.toString(Runtime.getRuntime().availableProcessors())),
                "memory", new Quantity("8Gi"),
                "pods", new Quantity("250"));
        var status = new NodeBuilder()
                .withNewStatus()
                .withCapacity(size)
                .withAllocatable(size)
                .addNewAddress(address, "InternalIP")
                .addNewAddress(name, "Hostname")
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .withReason("PlaygroundReady")
                .withMessage("pods are processes of this machine")
                .endCondition()
                .endStatus()
                .build();
        client.nodes()
                .withName(name)
                .subresource("status")
                .patch(OVER_ANY_VERSION, client.getKubernetesSerialization().asJson(status));
    }
}
