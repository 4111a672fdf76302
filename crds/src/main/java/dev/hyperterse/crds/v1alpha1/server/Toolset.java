package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListSet;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Definitions of a server that have a URL of their own. */
public record Toolset(
        @JsonPropertyDescription(
                "The last part of its URL, behind http.path: the toolset sales is served at /mcp/sales.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.LABEL)
        String name,

        @JsonPropertyDescription("Which Tools, Prompts and Resources it has.") @Required
        Select select,

        @JsonPropertyDescription("What tools/list shows at its URL. Default: exposure of the server.")
        Optional<Exposure> exposure,

        @JsonPropertyDescription("Tells clients how to use it. Default: serverInfo.instructions.")
        @Size(max = Bounds.INSTRUCTIONS)
        Optional<String> instructions,

        @JsonPropertyDescription("Who may call at its URL. Default: every caller of the server.")
        Optional<Toolset.ToolsetAuth> auth,

        @JsonPropertyDescription(
                "Published (default), or Hidden: clients find no OAuth metadata for its URL, and send the headers that they are"
                        + " configured with.")
        Optional<ToolsetMetadata> metadata) {
    /** Which definitions belong to it; each that one of the parts selects. */
    @ValidationRule(value = "has(self.labels) || has(self.names)", message = "a toolset selects by labels or by names")
    public record Select(
            @JsonPropertyDescription(
                    "Labels that a Tool, Prompt or Resource must carry, all of them with these values.")
            @Size(min = 1, max = 16)
            Map<String, @Size(max = Bounds.LABEL) String> labels,

            @JsonPropertyDescription("Names of tools and prompts as clients see them, and URIs of resources.")
            @ListSet
            @Size(min = 1, max = 256)
            List<@Size(min = 1, max = Bounds.URL) String> names) {}

    /** The callers that a toolset admits. */
    public record ToolsetAuth(
            @JsonPropertyDescription("Those plugins of auth.required that callers may pass here.")
            @ListSet
            @Size(min = 1, max = 8)
            List<@Size(min = 1, max = Bounds.LABEL) String> plugins) {}
}
