package dev.hyperterse.crds.v1alpha1.shared;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** One key of a Secret or ConfigMap. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record KeyRef(
        @JsonPropertyDescription("Name of the object, in the same namespace as this one.")
        @Required
        @Size(min = 1, max = Bounds.OBJECT_NAME)
        String name,

        @JsonPropertyDescription("Key inside the object.") @Required @Size(min = 1, max = Bounds.DATA_KEY)
        String key) {
    public KeyRef {
        name = Absent.orEmpty(name);
        key = Absent.orEmpty(key);
    }
}
