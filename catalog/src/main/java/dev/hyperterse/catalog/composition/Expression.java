package dev.hyperterse.catalog.composition;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Set;
import java.util.TreeSet;

/**
 * An expression of CEL over the inputs of a call and the results of the tools that it calls.
 *
 * @param text as it was written, for people
 * @param checked the checked syntax tree in CEL's own encoding, in base64
 * @param reads the variables that it names
 */
public record Expression(
        String text,
        String checked,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Set<String> reads) {
    public Expression {
        reads = reads == null ? Set.of() : new TreeSet<>(reads);
    }
}
