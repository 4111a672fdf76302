package dev.hyperterse.crds.v1alpha1.action;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListMap;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Optional;

/** A sandboxed script. */
public record Script(
        @JsonPropertyDescription(
                "JavaScript or TypeScript, whose types are dropped and not checked. Default: TypeScript for a key that ends with .ts, else JavaScript.")
        Optional<Language> language,

        @JsonPropertyDescription(
                "An ES module whose default export is the function (payload, ctx) => result. One in a ConfigMap may import other keys of it.")
        @Required
        Document source,

        @JsonPropertyDescription(
                "Shared: built-in objects are frozen. Fresh: each run has its own and may change them; slower. Isolated: each run has a memory of its own; slowest. Default: what the server says.")
        Optional<Engine> engine,

        @JsonPropertyDescription("Statements that the script may run with ctx.query(name, inputs).")
        @ListMap("name")
        @Size(max = 16)
        List<ScriptQuery> queries) {
    /** Where a script runs. */
    public enum Engine {
        Shared,
        Fresh,
        Isolated,
        Unrecognized
    }

    /** The language of a script. */
    public enum Language {
        JavaScript,
        TypeScript,
        Unrecognized
    }
}
