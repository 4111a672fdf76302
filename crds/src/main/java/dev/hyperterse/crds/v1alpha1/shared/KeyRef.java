package dev.hyperterse.crds.v1alpha1.shared;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** One key of a Secret or ConfigMap. */
public record KeyRef(
        @JsonPropertyDescription("Name of the object, in the same namespace as this one.")
        @Required
        @Size(min = 1, max = Bounds.OBJECT_NAME)
        @Pattern(Formats.OBJECT_NAME)
        String name,

        @JsonPropertyDescription("Key inside the object.") @Required @Size(min = 1, max = Bounds.DATA_KEY)
        String key) {}
