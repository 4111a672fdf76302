package dev.hyperterse.catalog.input;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** How a tool's arguments are checked: the short form field by field, or a whole JSON Schema. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "form")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Inputs.Declared.class, name = "declared"),
    @JsonSubTypes.Type(value = Inputs.BySchema.class, name = "schema")
})
public sealed interface Inputs {
    /**
     * The short form, in declared order.
     *
     * @param bound inputs whose values the server knows
     */
    record Declared(
            List<Input> fields,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<BoundInput> bound) implements Inputs {
        public Declared {
            fields = fields == null ? List.of() : List.copyOf(fields);
            bound = bound == null ? List.of() : List.copyOf(bound);
        }

        /** All of which clients send. */
        public Declared(List<Input> fields) {
            this(fields, List.of());
        }
    }

    /**
     * JSON Schema 2020-12, checked by a validator. {@code fields} describes the top-level properties as far as the
     * schema says, so that placeholders have a type and search hits list inputs.
     */
    record BySchema(JsonNode schema, List<Input> fields) implements Inputs {
        public BySchema {
            fields = fields == null ? List.of() : List.copyOf(fields);
        }
    }

    /** The inputs that clients see and send. */
    List<Input> fields();

    /** The inputs that the server binds; clients neither see nor send them. */
    default List<BoundInput> bound() {
        return List.of();
    }

    /** The inputs that statements may name, in the order of their values: those of clients, then those that the server binds. */
    default List<Input> named() {
        return bound().isEmpty()
                ? fields()
                : Stream.concat(fields().stream(), bound().stream().map(BoundInput::input))
                        .toList();
    }
}
