package dev.hyperterse.catalog.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * The part of a response that becomes the rows of a result.
 *
 * @param pointer the names and indexes that lead to the part, from the document inwards
 */
public record ResponseRules(
        Format format,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> pointer) {
    public ResponseRules {
        pointer = pointer == null ? List.of() : List.copyOf(pointer);
    }

    /** How a body is read. */
    public enum Format {
        Json,
        Text
    }
}
