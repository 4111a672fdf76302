package dev.hyperterse.crds.v1alpha1.auth;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** A condition on a caller, or on its call. */
public record AccessRule(
        @JsonPropertyDescription("Stable name of the rule, which problems and logs call it by.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        String name,

        @JsonPropertyDescription(
                "CEL of type bool over principal, tool, inputs, headers and history. A rule about principal and tool "
                        + "alone decides who sees the definition; another one decides about each call.")
        @Required
        @Size(min = 1, max = 2048)
        String expression,

        @JsonPropertyDescription("Message to a caller whose call the rule denies.") @Size(min = 1, max = Bounds.CHOICE)
        Optional<String> message) {}
