package dev.hyperterse.catalog;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/** An RFC 6570 template of level 1 or 2, already parsed, so that a replica matches it in linear time. */
public record UriTemplate(String text, List<Part> parts) {
    public UriTemplate {
        parts = parts == null ? List.of() : List.copyOf(parts);
    }

    /** One stretch of the template. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Literal.class, name = "text"),
        @JsonSubTypes.Type(value = Variable.class, name = "variable")
    })
    public sealed interface Part {}

    /** Characters a URI must have here. */
    public record Literal(String text) implements Part {}

    /** A variable: {@code {id}} stops at a reserved character, {@code {+path}} and {@code {#part}} do not. */
    public record Variable(String name, Expansion expansion) implements Part {}

    /** The operators of levels 1 and 2. */
    public enum Expansion {
        SIMPLE,
        RESERVED,
        FRAGMENT
    }
}
