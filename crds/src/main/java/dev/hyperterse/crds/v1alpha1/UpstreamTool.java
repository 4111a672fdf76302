package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** A tool of another MCP server. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record UpstreamTool(
        @JsonPropertyDescription(
                "Name of the adapter in the server's spec.adapters that the call is sent to: one of engine Mcp.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.LABEL)
        String adapter,

        @JsonPropertyDescription("Name of the tool on the other server.") @Required
        @Size(min = 1, max = Bounds.TOOL_NAME)
        String tool,

        @JsonPropertyDescription(
                "Arguments of the call as a JSON object. A text that is one placeholder becomes a value of its type; a member or an"
                        + " item whose value is absent is left out. Up to 64 KiB, 32 levels deep. Default: the inputs as they are.")
        @PreserveUnknownFields
        Optional<JsonNode> arguments) {
    public UpstreamTool {
        adapter = Absent.orEmpty(adapter);
        tool = Absent.orEmpty(tool);
        // A mapper reads an absent tree as a JSON null.
        arguments = Absent.orEmpty(arguments).filter(document -> !document.isNull());
    }
}
