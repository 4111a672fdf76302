package dev.hyperterse.crds.v1alpha1.shared;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Optional;

/** A short value, written here or read from a Secret or ConfigMap. */
@ValidationRule(
        value = "has(self.value) != has(self.valueFrom)",
        message = "exactly one of value and valueFrom must be set")
public record Setting(
        @JsonPropertyDescription("The value itself.") @Size(max = Bounds.SETTING)
        Optional<String> value,

        @JsonPropertyDescription("Where the value is read from; a change there is picked up without a restart.")
        Optional<ValueSource> valueFrom) {}
