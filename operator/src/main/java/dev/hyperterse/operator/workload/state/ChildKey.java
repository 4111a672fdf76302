package dev.hyperterse.operator.workload.state;

import dev.hyperterse.operator.model.WorkloadNames;
import io.fabric8.kubernetes.api.model.HasMetadata;

/** Which object of which kind. */
public record ChildKey(String kind, String namespace, String name) {
    public static ChildKey of(HasMetadata object) {
        return new ChildKey(
                object.getKind(),
                object.getMetadata().getNamespace(),
                object.getMetadata().getName());
    }

    public boolean belongsTo(WorkloadNames names) {
        return names.include(namespace, name);
    }

    public String describe() {
        return kind + " " + name;
    }
}
