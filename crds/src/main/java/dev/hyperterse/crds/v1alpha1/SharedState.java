package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/** Not supported yet: where replicas keep what they share. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record SharedState(
        @JsonPropertyDescription("Not supported yet: an existing Redis or Valkey.") @Required
        Redis redis) {}
