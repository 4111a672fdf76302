package dev.hyperterse.catalog;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** How a tool's arguments are checked: the short form field by field, or a whole JSON Schema. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "form")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Inputs.Declared.class, name = "declared"),
    @JsonSubTypes.Type(value = Inputs.BySchema.class, name = "schema")
})
public sealed interface Inputs {
    /** The short form, in declared order. */
    record Declared(List<Input> fields) implements Inputs {
        public Declared {
            fields = fields == null ? List.of() : List.copyOf(fields);
        }
    }

    /**
     * JSON Schema 2020-12, checked by a validator. {@code fields} describes the top-level properties as far as they can
     * be told, so that placeholders have a type and search hits list inputs.
     */
    record BySchema(JsonNode schema, List<Input> fields) implements Inputs {
        public BySchema {
            fields = fields == null ? List.of() : List.copyOf(fields);
        }
    }

    List<Input> fields();
}
