package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/** One message of a prompt. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PromptMessage(
        @JsonPropertyDescription("Who says it: user or assistant.") @Required
        Role role,

        @JsonPropertyDescription("What is said.") @Required PromptContent content) {}
