package dev.hyperterse.crds.v1alpha1.shared;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A whole Secret. */
public record SecretRef(
        @JsonPropertyDescription("Name of the Secret, in the same namespace as this object.")
        @Required
        @Size(min = 1, max = Bounds.OBJECT_NAME)
        @Pattern(Formats.OBJECT_NAME)
        String name) {}
