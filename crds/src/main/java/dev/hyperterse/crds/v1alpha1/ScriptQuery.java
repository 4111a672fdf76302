package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A statement that a script may run by name. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ScriptQuery(
        @JsonPropertyDescription("Not supported yet: the name that ctx.query takes.")
        @Required
        @Size(min = 1, max = Bounds.IDENTIFIER)
        @Pattern(Formats.IDENTIFIER)
        String name,

        @JsonPropertyDescription("Not supported yet: name of the adapter of the server.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.LABEL)
        String adapter,

        @JsonPropertyDescription("Not supported yet: the statement; placeholders bind as in statement.text.") @Required
        Document text) {
    public ScriptQuery {
        name = Absent.orEmpty(name);
        adapter = Absent.orEmpty(adapter);
    }
}
