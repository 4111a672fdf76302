package dev.hyperterse.operator.workload;

import java.util.Objects;

/**
 * What an installation decides about the workloads of all servers.
 *
 * @param image the runtime of servers that name no other
 * @param operatorNamespace from where the operator asks replicas what they serve
 */
public record WorkloadSettings(RuntimeImage image, String operatorNamespace) {
    public WorkloadSettings {
        Objects.requireNonNull(image, "image");
        Objects.requireNonNull(operatorNamespace, "operatorNamespace");
    }
}
