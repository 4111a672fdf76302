package dev.hyperterse.crds.v1alpha1.action;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListMap;
import dev.hyperterse.crds.v1alpha1.input.QueryInput;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** A statement that a script may run by name. */
public record ScriptQuery(
        @JsonPropertyDescription("Name that ctx.query takes.")
        @Required
        @Size(min = 1, max = Bounds.IDENTIFIER)
        @Pattern(Formats.IDENTIFIER)
        String name,

        @JsonPropertyDescription("Name of the adapter in the server's spec.adapters that runs the statement.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.LABEL)
        String adapter,

        @JsonPropertyDescription(
                "What ctx.query(name, inputs) takes. Default: the inputs of the tool, and ctx.query(name) runs with those of the call.")
        @ListMap("name")
        @Size(max = 32)
        List<QueryInput> inputs,

        @JsonPropertyDescription("The statement; placeholders bind as in statement.text.") @Required
        Document text) {}
