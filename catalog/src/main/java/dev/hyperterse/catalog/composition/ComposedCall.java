package dev.hyperterse.catalog.composition;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A call of a tool within another.
 *
 * @param name of its result in expressions
 * @param tool that clients of the server call by this name
 * @param inputs the arguments by their names
 */
public record ComposedCall(
        String name,
        String tool,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Expression> inputs) {
    public ComposedCall {
        inputs = inputs == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(inputs));
    }
}
