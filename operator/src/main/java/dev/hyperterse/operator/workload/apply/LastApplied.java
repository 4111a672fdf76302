package dev.hyperterse.operator.workload.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hyperterse.catalog.Digest;
import dev.hyperterse.operator.model.WorkloadNames;
import dev.hyperterse.operator.workload.state.ChildKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The last apply of each object: a digest of the request and one of the API server's response. Whether an object has to
 * be applied again depends on these digests alone, so defaults, quantities and fields of other writers are never
 * compared.
 */
final class LastApplied {
    /** The notes of the cluster about an object, beside its status. */
    private static final List<String> BOOKKEEPING =
            List.of("resourceVersion", "managedFields", "generation", "creationTimestamp", "uid");

    private final KubernetesSerialization serialization;
    private final Map<ChildKey, Digests> digests = new ConcurrentHashMap<>();

    LastApplied(KubernetesSerialization serialization) {
        this.serialization = serialization;
    }

    /** Whether the request is the same as last time, and the object has not been edited since. */
    boolean covers(HasMetadata wanted, HasMetadata current) {
        return new Digests(digest(wanted), digest(current)).equals(digests.get(ChildKey.of(wanted)));
    }

    void remember(HasMetadata wanted, HasMetadata applied) {
        digests.put(ChildKey.of(wanted), new Digests(digest(wanted), digest(applied)));
    }

    void forget(ChildKey child) {
        digests.remove(child);
    }

    void forget(WorkloadNames server) {
        digests.keySet().removeIf(it -> it.belongsTo(server));
    }

    String digest(HasMetadata object) {
        var tree = serialization.convertValue(object, ObjectNode.class);
        tree.remove("status");
        if (tree.get("metadata") instanceof ObjectNode metadata) {
            metadata.remove(BOOKKEEPING);
        }
        return Digest.of(tree.toString());
    }

    private record Digests(String wanted, String applied) {}
}
