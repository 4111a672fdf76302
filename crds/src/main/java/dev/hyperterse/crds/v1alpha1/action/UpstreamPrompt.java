package dev.hyperterse.crds.v1alpha1.action;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.schema.ListMap;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Optional;

/** A prompt of another MCP server, or several. */
@ValidationRule(
        value = "has(self.prompt) != has(self.definitions)",
        message = "exactly one of prompt and definitions must be set")
@ValidationRule(
        value = "!has(self.definitions) || !has(self.digest)",
        message = "digest is of one prompt: with definitions write a Prompt of its own")
@ValidationRule(
        value = "has(self.definitions) || !(has(self.select) || has(self.prefix) || has(self.overrides))",
        message = "select, prefix and overrides need definitions")
public record UpstreamPrompt(
        @JsonPropertyDescription("Name of the adapter in the server's spec.adapters that is asked: one of engine Mcp.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.LABEL)
        String adapter,

        @JsonPropertyDescription("Name of the prompt on the other server. Exactly one of prompt and definitions.")
        @Size(min = 1, max = Bounds.TOOL_NAME)
        Optional<String> prompt,

        @JsonPropertyDescription(
                "Digest of the definition that was approved. Where the other server has another one, the status says so.")
        @Size(min = 64, max = 64)
        @Pattern(Formats.SHA_256)
        Optional<String> digest,

        @JsonPropertyDescription(
                "The definitions that were approved, as hyperterse import writes them: each becomes a prompt, and what else is"
                        + " set in the spec holds for all of them.")
        Optional<Document> definitions,

        @JsonPropertyDescription("Which definitions become prompts. Default: all of them. At most 512 are taken.")
        Optional<Select> select,

        @JsonPropertyDescription(
                "Text in front of the name of each prompt that has none in overrides, such as tickets-.")
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.TOOL_NAME)
        Optional<String> prefix,

        @JsonPropertyDescription("What single prompts have instead of what the definitions say. Up to 128.")
        @ListMap("prompt")
        @Size(max = 128)
        List<PromptOverride> overrides) {
    /** One prompt whose definition was approved. */
    public static UpstreamPrompt approved(String adapter, String prompt, String digest) {
        return new UpstreamPrompt(
                adapter,
                Optional.of(prompt),
                Optional.of(digest),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    /** A choice of definitions. */
    public record Select(
            @JsonPropertyDescription("Prompts by their names on the other server. Up to 512.")
            @AtomicList
            @Size(max = 512)
            List<@Size(min = 1, max = Bounds.TOOL_NAME) String> prompts) {}

    /** The parts of one prompt that replace those of its definition. */
    public record PromptOverride(
            @JsonPropertyDescription("The prompt: its name on the other server.")
            @Required
            @Size(min = 1, max = Bounds.TOOL_NAME)
            String prompt,

            @JsonPropertyDescription("Name that clients get the prompt by, without the prefix.")
            @Size(min = 1, max = Bounds.TOOL_NAME)
            @Pattern(Formats.TOOL_NAME)
            Optional<String> name,

            @JsonPropertyDescription("Name shown to people.") @Size(max = Bounds.TITLE)
            Optional<String> title,

            @JsonPropertyDescription("What it is for; agents choose by it.") @Size(max = Bounds.DESCRIPTION)
            Optional<String> description,

            @JsonPropertyDescription("Whether the definition becomes no prompt. Default false.")
            Optional<Boolean> suspend) {}
}
