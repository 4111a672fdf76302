package dev.hyperterse.crds.v1alpha1.action;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.schema.ListMap;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import dev.hyperterse.crds.v1alpha1.tool.Hints;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Optional;

/** Operations of an OpenAPI document, each of which becomes a tool. */
public record OpenApi(
        @JsonPropertyDescription(
                "Name of the adapter in the server's spec.adapters that the requests are sent to: one of engine Http."
                        + " Its URL takes the place of the document's servers.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.LABEL)
        String adapter,

        @JsonPropertyDescription("The document: OpenAPI 3.0 or 3.1, as JSON or YAML.") @Required
        Document document,

        @JsonPropertyDescription(
                "Where the API publishes the document. Replicas compare it with the one above every five minutes; where it is"
                        + " another one, the status says so, and nothing else changes.")
        Optional<PublishedDocument> published,

        @JsonPropertyDescription("Which operations become tools. Default: all of them. At most 512 are taken.")
        Optional<Select> select,

        @JsonPropertyDescription("Text in front of the name of each tool that has none in overrides, such as pets-.")
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.TOOL_NAME)
        Optional<String> prefix,

        @JsonPropertyDescription(
                "Names of optional parameters, and of optional members of a body or form, that no tool offers."
                        + " They are never sent. Up to 64.")
        @AtomicList
        @Size(max = 64)
        List<@Size(min = 1, max = Bounds.PATH) String> omit,

        @JsonPropertyDescription("What single operations have instead of what the document says. Up to 128.")
        @ListMap("operation")
        @Size(max = 128)
        List<OperationOverride> overrides) {
    /** A choice of operations: those that all of the lists that are set hold. */
    public record Select(
            @JsonPropertyDescription(
                    "Operations by their operationId, or by method and path, such as GET /pets/{petId}. Up to 512.")
            @AtomicList
            @Size(max = 512)
            List<@Size(min = 1, max = Bounds.PATH) String> operations,

            @JsonPropertyDescription("Operations that have one of these tags. Up to 64.") @AtomicList @Size(max = 64)
            List<@Size(min = 1, max = Bounds.TITLE) String> tags,

            @JsonPropertyDescription(
                    "Operations whose path is one of these or is below one of them, such as /pets. A * stands for one"
                            + " segment. Up to 64.")
            @AtomicList
            @Size(max = 64)
            List<@Size(min = 1, max = Bounds.PATH) @Pattern(Formats.REQUEST_PATH) String> paths,

            @JsonPropertyDescription("Operations with one of these methods, such as GET.") @AtomicList @Size(max = 6)
            List<Request.Method> methods) {}

    /** The words and hints of one operation in place of those of the document. */
    public record OperationOverride(
            @JsonPropertyDescription("The operation: its operationId, or method and path, such as GET /pets/{petId}.")
            @Required
            @Size(min = 1, max = Bounds.PATH)
            String operation,

            @JsonPropertyDescription("Name that clients call the tool by, without the prefix.")
            @Size(min = 1, max = Bounds.TOOL_NAME)
            @Pattern(Formats.TOOL_NAME)
            Optional<String> name,

            @JsonPropertyDescription("Name shown to people.") @Size(max = Bounds.TITLE)
            Optional<String> title,

            @JsonPropertyDescription("What the tool does and when to use it.") @Size(max = Bounds.DESCRIPTION)
            Optional<String> description,

            @JsonPropertyDescription("What clients may assume about calls of the tool. Default: what the method says.")
            Optional<Hints> hints,

            @JsonPropertyDescription("Whether the operation becomes no tool. Default false.")
            Optional<Boolean> suspend) {}
}
