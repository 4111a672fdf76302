package dev.hyperterse.crds.v1alpha1.shared;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Optional;

/** Where a value is read from. */
@ValidationRule(
        value = "has(self.secretKeyRef) != has(self.configMapKeyRef)",
        message = "exactly one of secretKeyRef and configMapKeyRef must be set")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ValueSource(
        @JsonPropertyDescription("A key of a Secret of the same namespace.")
        Optional<KeyRef> secretKeyRef,

        @JsonPropertyDescription("A key of a ConfigMap of the same namespace.")
        Optional<KeyRef> configMapKeyRef) {
    public ValueSource {
        secretKeyRef = Absent.orEmpty(secretKeyRef);
        configMapKeyRef = Absent.orEmpty(configMapKeyRef);
    }
}
