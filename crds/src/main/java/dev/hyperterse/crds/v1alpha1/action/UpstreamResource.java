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

/**
 * A resource of another MCP server, or several. Their URIs stay as they are there, because results of its tools refer to
 * them.
 */
@ValidationRule(
        value = "!has(self.definitions) || !has(self.digest)",
        message = "digest is of one resource: with definitions write a Resource of its own")
@ValidationRule(
        value = "has(self.definitions) || !(has(self.select) || has(self.overrides))",
        message = "select and overrides need definitions")
public record UpstreamResource(
        @JsonPropertyDescription("Name of the adapter in the server's spec.adapters that is asked: one of engine Mcp.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.LABEL)
        String adapter,

        @JsonPropertyDescription(
                "Digest of the definition that was approved. Where the other server has another one, the status says so.")
        @Size(min = 64, max = 64)
        @Pattern(Formats.SHA_256)
        Optional<String> digest,

        @JsonPropertyDescription(
                "The definitions that were approved, as hyperterse import writes them: each becomes a resource or a template, and"
                        + " what else is set in the spec holds for all of them. Default: the one of uri or uriTemplate.")
        Optional<Document> definitions,

        @JsonPropertyDescription("Which definitions become resources. Default: all of them. At most 512 are taken.")
        Optional<Select> select,

        @JsonPropertyDescription("What single resources have instead of what the definitions say. Up to 128.")
        @ListMap("uri")
        @Size(max = 128)
        List<ResourceOverride> overrides) {
    /** The resource of a URI or template, whose definition was approved. */
    public static UpstreamResource approved(String adapter, String digest) {
        return new UpstreamResource(adapter, Optional.of(digest), Optional.empty(), Optional.empty(), List.of());
    }

    /** A choice of definitions. */
    public record Select(
            @JsonPropertyDescription("Resources by their URIs, and templates as they are written. Up to 512.")
            @AtomicList
            @Size(max = 512)
            List<@Size(min = 1, max = Bounds.URL) String> uris) {}

    /** The parts of one resource that replace those of its definition. */
    public record ResourceOverride(
            @JsonPropertyDescription("The resource: its URI, or its template as it is written.")
            @Required
            @Size(min = 1, max = Bounds.URL)
            String uri,

            @JsonPropertyDescription("Name of the resource.") @Size(min = 1, max = Bounds.TITLE)
            Optional<String> name,

            @JsonPropertyDescription("Name shown to people.") @Size(max = Bounds.TITLE)
            Optional<String> title,

            @JsonPropertyDescription("What it is for; agents choose by it.") @Size(max = Bounds.DESCRIPTION)
            Optional<String> description,

            @JsonPropertyDescription("Whether the definition becomes no resource. Default false.")
            Optional<Boolean> suspend) {}
}
