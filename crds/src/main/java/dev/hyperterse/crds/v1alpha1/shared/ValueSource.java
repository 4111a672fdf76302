package dev.hyperterse.crds.v1alpha1.shared;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Optional;

/** Where a value is read from. */
@ValidationRule(
        value = "has(self.secretKeyRef) != has(self.configMapKeyRef)",
        message = "exactly one of secretKeyRef and configMapKeyRef must be set")
public record ValueSource(
        @JsonPropertyDescription("A key of a Secret of the same namespace.")
        Optional<KeyRef> secretKeyRef,

        @JsonPropertyDescription("A key of a ConfigMap of the same namespace.")
        Optional<KeyRef> configMapKeyRef) {}
