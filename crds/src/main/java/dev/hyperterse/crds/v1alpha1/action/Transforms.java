package dev.hyperterse.crds.v1alpha1.action;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListMap;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Optional;

/** Scripts around a call. */
@ValidationRule(value = "has(self.input) || has(self.output)", message = "at least one of input and output must be set")
public record Transforms(
        @JsonPropertyDescription(
                "Changes the arguments before they are validated; one that returns nothing leaves them as they are.")
        Optional<Transform> input,

        @JsonPropertyDescription("Changes the result; what it returns is not cached.")
        Optional<Transform> output,

        @JsonPropertyDescription(
                "Statements that both may run with ctx.query(name, inputs), under names that the queries of the tool's script do not have.")
        @ListMap("name")
        @Size(max = 16)
        List<ScriptQuery> queries) {
    /** A script that changes arguments or a result. */
    public record Transform(
            @JsonPropertyDescription("JavaScript (default) or TypeScript, as for script.")
            Optional<Script.Language> language,

            @JsonPropertyDescription("An ES module whose default export is the function (payload, ctx) => changed.")
            @Required
            Document source,

            @JsonPropertyDescription("As of a script. Default: what the server says.")
            Optional<Script.Engine> engine) {}
}
