package dev.hyperterse.playground.node;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;

/** The Node in the API: always ready, because nobody but this JVM would notice the opposite. */
final class NodeObject {
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
        client.nodes().withName(name).edit(created -> new NodeBuilder(created)
                .editSpec()
                .withTaints(List.of())
                .endSpec()
                .build());
        var size = Map.of(
                "cpu", new Quantity(Integer.toString(Runtime.getRuntime().availableProcessors())),
                "memory", new Quantity("8Gi"),
                "pods", new Quantity("250"));
        client.nodes().withName(name).editStatus(created -> new NodeBuilder(created)
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
                .build());
    }
}
