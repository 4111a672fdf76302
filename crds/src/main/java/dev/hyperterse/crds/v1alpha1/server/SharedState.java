package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** Where replicas keep what they share. */
public record SharedState(
        @JsonPropertyDescription(
                "An adapter of this server, of engine Redis. Replicas count the calls of limits.rate there together, under "
                        + "keys hyperterse:rate:*, and each for itself while it does not answer; and the calls that rules "
                        + "look back at, under hyperterse:history:*.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.LABEL)
        String adapter) {}
