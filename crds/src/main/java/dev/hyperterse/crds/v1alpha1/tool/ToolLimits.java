package dev.hyperterse.crds.v1alpha1.tool;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Optional;

/** Bounds of one tool. */
public record ToolLimits(
        @JsonPropertyDescription("How many calls of the tool one replica takes in a minute, or all together with the"
                + " server's sharedState; beside the server's limits.rate.")
        @Required
        Rate rate) {
    /** How many calls come in a minute. */
    @ValidationRule(
            value = "has(self.perTool) || has(self.perPrincipal)",
            message = "set perTool, perPrincipal or both")
    public record Rate(
            @JsonPropertyDescription("Calls per minute of each caller; all without an identity are one.")
            @Min(1)
            @Max(10000000)
            Optional<Integer> perPrincipal,

            @JsonPropertyDescription(
                    "Calls per minute of all callers together. The lower of this and the server's perTool holds.")
            @Min(1)
            @Max(10000000)
            Optional<Integer> perTool,

            @JsonPropertyDescription("Calls that may come at once after a quiet time. Default: those of a minute.")
            @Min(1)
            @Max(10000000)
            Optional<Integer> burst) {}
}
