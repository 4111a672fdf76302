package dev.hyperterse.operator.workload;

import dev.hyperterse.operator.model.WorkloadNames;
import io.fabric8.kubernetes.api.model.HasMetadata;

/** Which object of which kind. */
record ChildKey(String kind, String namespace, String name) {
    static ChildKey of(HasMetadata object) {
        return new ChildKey(
                object.getKind(),
                object.getMetadata().getNamespace(),
                object.getMetadata().getName());
    }

    boolean belongsTo(WorkloadNames names) {
        return names.include(namespace, name);
    }

    String describe() {
        return kind + " " + name;
    }
}
