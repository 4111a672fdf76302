package dev.hyperterse.operator.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hyperterse.catalog.Digest;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;

/** An object without what the cluster notes about it: a digest that changes exactly when somebody edits it. */
final class Essence {
    private static final List<String> NOTES =
            List.of("resourceVersion", "managedFields", "generation", "creationTimestamp", "uid");

    private final KubernetesSerialization serialization;

    Essence(KubernetesSerialization serialization) {
        this.serialization = serialization;
    }

    String of(HasMetadata object) {
        var tree = serialization.convertValue(object, ObjectNode.class);
        tree.remove("status");
        if (tree.get("metadata") instanceof ObjectNode metadata) {
            metadata.remove(NOTES);
        }
        return Digest.of(tree.toString());
    }
}
