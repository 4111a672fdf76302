package dev.hyperterse.catalog;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/** Text with arguments in it, already parsed: {@code Hello {{ name }}} is a literal and an argument. */
public record Template(List<Piece> pieces) {
    public Template {
        pieces = pieces == null ? List.of() : List.copyOf(pieces);
    }

    public static Template literal(String text) {
        return new Template(List.of(new Literal(text)));
    }

    /** One stretch of a template. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Literal.class, name = "text"),
        @JsonSubTypes.Type(value = Argument.class, name = "argument")
    })
    public sealed interface Piece {}

    public record Literal(String text) implements Piece {}

    /** Replaced by the argument's value; an absent optional argument is the empty text. */
    public record Argument(String name) implements Piece {}
}
