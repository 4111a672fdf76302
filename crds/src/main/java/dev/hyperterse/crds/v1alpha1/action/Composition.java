package dev.hyperterse.crds.v1alpha1.action;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListMap;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Map;

/** Calls of other tools, and one result of theirs. */
public record Composition(
        @JsonPropertyDescription(
                "Tools that a call calls: at once those that need no result of another, the others as soon as those have answered. 1 to 16.")
        @Required
        @ListMap("name")
        @Size(min = 1, max = 16)
        List<Call> calls,

        @JsonPropertyDescription(
                "The result as an expression of CEL over inputs, principal, now and the names of the calls: an object is a row, a list of objects are rows.")
        @Required
        @Size(min = 1, max = Bounds.DESCRIPTION)
        String result) {

    /** A call of one tool. */
    public record Call(
            @JsonPropertyDescription(
                    "Name of its result in expressions: the rows of the tool, or the result of another MCP server.")
            @Required
            @Size(min = 1, max = Bounds.IDENTIFIER)
            @Pattern(Formats.IDENTIFIER)
            String name,

            @JsonPropertyDescription(
                    "Name by which clients call the tool. It is on the same server, and the caller may use it.")
            @Required
            @Size(min = 1, max = Bounds.TOOL_NAME)
            @Pattern(Formats.TOOL_NAME)
            String tool,

            @JsonPropertyDescription(
                    "Arguments of the tool by name, each an expression of CEL over inputs, principal, now and the names of calls before this one. One that is null or optional.none() is left out. Up to 64.")
            @Size(max = 64)
            Map<String, @Size(min = 1, max = Bounds.URL) String> inputs) {}
}
