package dev.hyperterse.crds.v1alpha1.action;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.schema.ListMap;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import dev.hyperterse.crds.v1alpha1.shared.JsonText;
import dev.hyperterse.crds.v1alpha1.tool.Hints;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Optional;

/** A tool of another MCP server, or several. */
@ValidationRule(
        value = "has(self.tool) != has(self.definitions)",
        message = "exactly one of tool and definitions must be set")
@ValidationRule(
        value = "!has(self.definitions) || !(has(self.arguments) || has(self.digest))",
        message = "arguments and digest are of one tool: with definitions write a Tool of its own")
@ValidationRule(
        value = "has(self.definitions) || !(has(self.select) || has(self.prefix) || has(self.overrides))",
        message = "select, prefix and overrides need definitions")
public record UpstreamTool(
        @JsonPropertyDescription(
                "Name of the adapter in the server's spec.adapters that calls are sent to: one of engine Mcp.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.LABEL)
        String adapter,

        @JsonPropertyDescription("Name of the tool on the other server. Exactly one of tool and definitions.")
        @Size(min = 1, max = Bounds.TOOL_NAME)
        Optional<String> tool,

        @JsonPropertyDescription(
                "Arguments of the call as a JSON object. A text that is one placeholder becomes a value of its type; a member or an"
                        + " item whose value is absent is left out. Up to 64 KiB, 32 levels deep. Default: the inputs as they are.")
        @PreserveUnknownFields
        Optional<JsonText> arguments,

        @JsonPropertyDescription(
                "Digest of the definition that was approved. Where the other server has another one, the status says so.")
        @Size(min = 64, max = 64)
        @Pattern(Formats.SHA_256)
        Optional<String> digest,

        @JsonPropertyDescription(
                "The definitions that were approved, as hyperterse import writes them: each becomes a tool, and what else is set in"
                        + " the spec holds for all of them.")
        Optional<Document> definitions,

        @JsonPropertyDescription("Which definitions become tools. Default: all of them. At most 512 are taken.")
        Optional<Select> select,

        @JsonPropertyDescription("Text in front of the name of each tool that has none in overrides, such as tickets-.")
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.TOOL_NAME)
        Optional<String> prefix,

        @JsonPropertyDescription("What single tools have instead of what the definitions say. Up to 128.")
        @ListMap("tool")
        @Size(max = 128)
        List<ToolOverride> overrides) {
    /** One tool whose definition was approved. */
    public static UpstreamTool approved(String adapter, String tool, String digest) {
        return new UpstreamTool(
                adapter,
                Optional.of(tool),
                Optional.empty(),
                Optional.of(digest),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    /** A choice of definitions: those that all that is set has. */
    public record Select(
            @JsonPropertyDescription("Tools by their names on the other server. Up to 512.")
            @AtomicList
            @Size(max = 512)
            List<@Size(min = 1, max = Bounds.TOOL_NAME) String> tools,

            @JsonPropertyDescription("Whether only tools whose definition says that they only read. Default false.")
            Optional<Boolean> readOnly) {}

    /** The parts of one tool that replace those of its definition. */
    public record ToolOverride(
            @JsonPropertyDescription("The tool: its name on the other server.")
            @Required
            @Size(min = 1, max = Bounds.TOOL_NAME)
            String tool,

            @JsonPropertyDescription("Name that clients call the tool by, without the prefix.")
            @Size(min = 1, max = Bounds.TOOL_NAME)
            @Pattern(Formats.TOOL_NAME)
            Optional<String> name,

            @JsonPropertyDescription("Name shown to people.") @Size(max = Bounds.TITLE)
            Optional<String> title,

            @JsonPropertyDescription("What the tool does and when to use it.") @Size(max = Bounds.DESCRIPTION)
            Optional<String> description,

            @JsonPropertyDescription(
                    "What clients may assume about calls of the tool. Default: what the definition says.")
            Optional<Hints> hints,

            @JsonPropertyDescription("Whether the definition becomes no tool. Default false.")
            Optional<Boolean> suspend) {}
}
