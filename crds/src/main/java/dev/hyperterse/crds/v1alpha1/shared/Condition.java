package dev.hyperterse.crds.v1alpha1.shared;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.SchemaFormat;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** One aspect of the state of an object. */
public record Condition(
        @JsonPropertyDescription("Name of the condition, such as Ready.")
        @Required
        @Size(min = 1, max = Bounds.CONDITION_TYPE)
        String type,

        @JsonPropertyDescription("True, False or Unknown.") @Required
        Status status,

        @JsonPropertyDescription("Generation of the object that the condition speaks of.") @Min(0)
        Optional<Long> observedGeneration,

        @JsonPropertyDescription("When status changed last, RFC 3339 in UTC.")
        @Required
        @Size(max = Bounds.TIMESTAMP)
        @SchemaFormat("date-time")
        String lastTransitionTime,

        @JsonPropertyDescription("Why, in one CamelCase word; docs/reference/reasons.md says what to do.")
        @Required
        @Size(min = 1, max = Bounds.CONDITION_TYPE)
        @Pattern(Formats.REASON)
        String reason,

        @JsonInclude // others may say nothing, and the API wants a message
        @JsonPropertyDescription("Details for people.")
        @Required
        @Size(max = Bounds.CONDITION_MESSAGE)
        String message) {
    /** Whether a condition holds. */
    public enum Status {
        True,
        False,
        Unknown,
        Unrecognized
    }
}
