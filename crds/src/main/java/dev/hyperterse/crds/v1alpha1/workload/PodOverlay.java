package dev.hyperterse.crds.v1alpha1.workload;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.JsonText;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Size;
import java.util.Map;
import java.util.Optional;

/** A template that is laid over the pods of a server. */
public record PodOverlay(
        @JsonPropertyDescription("Further labels and annotations of the pods.")
        Optional<Metadata> metadata,

        @JsonPropertyDescription(
                "As the spec of a Pod; lists are merged by their names. Without the installation's leave: affinity, "
                        + "imagePullSecrets, nodeSelector, priorityClassName, fsGroup of securityContext, tolerations, "
                        + "topologySpreadConstraints, and a volume data that is an emptyDir, ephemeral, or a "
                        + "persistentVolumeClaim.")
        @PreserveUnknownFields
        Optional<JsonText> spec) {
    /** Labels and annotations of pods. */
    public record Metadata(
            @JsonPropertyDescription("Further labels of the pods.") @Size(max = 32)
            Map<String, @Size(max = Bounds.LABEL) String> labels,

            @JsonPropertyDescription("Further annotations of the pods.") @Size(max = 32)
            Map<String, @Size(max = Bounds.ANNOTATION) String> annotations) {}
}
