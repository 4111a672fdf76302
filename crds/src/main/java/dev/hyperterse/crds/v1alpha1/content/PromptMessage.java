package dev.hyperterse.crds.v1alpha1.content;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/** One message of a prompt. */
public record PromptMessage(
        @JsonPropertyDescription("Role of the speaker: user or assistant.") @Required
        Role role,

        @JsonPropertyDescription("Content of the message.") @Required
        PromptContent content) {}
