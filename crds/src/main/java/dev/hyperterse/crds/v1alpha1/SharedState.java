package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/** Where replicas keep what they share. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record SharedState(
        @JsonPropertyDescription(
                "An existing Redis or Valkey. Replicas count the calls of limits.rate there together, under "
                        + "keys hyperterse:rate:*; each counts for itself while it does not answer.")
        @Required
        Redis redis) {}
