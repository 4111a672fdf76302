package dev.hyperterse.catalog.statement;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.stream.Stream;

/** The value of one parameter. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Value.Whole.class, name = "whole"),
    @JsonSubTypes.Type(value = Value.WholeOr.class, name = "whole-or"),
    @JsonSubTypes.Type(value = Value.Concatenation.class, name = "concatenation")
})
public sealed interface Value {
    /** Its sources; one may occur several times. */
    default Stream<Reference> references() {
        return switch (this) {
            case Whole(var reference) -> Stream.of(reference);
            case WholeOr(var reference, var instead) -> Stream.of(reference);
            case Concatenation(var pieces) ->
                pieces.stream().flatMap(piece -> switch (piece) {
                    case Literal _ -> Stream.of();
                    case Inserted(var reference, var like) -> Stream.of(reference);
                });
        };
    }

    record Whole(Reference reference) implements Value {}

    /** The referenced number, or another one instead of NULL, where the engine takes no NULL. */
    record WholeOr(Reference reference, long instead) implements Value {}

    /** A text put together in the replica, never in SQL; NULL as soon as one inserted value is absent. */
    record Concatenation(List<Piece> pieces) implements Value {
        public Concatenation {
            pieces = List.copyOf(pieces);
        }
    }

    /** One stretch of a concatenation. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Literal.class, name = "text"),
        @JsonSubTypes.Type(value = Inserted.class, name = "value")
    })
    sealed interface Piece {}

    /** Text of the author, with the dialect's escapes already undone. */
    record Literal(String text) implements Piece {}

    /** A value; {@code like} escapes {@code %}, {@code _} and {@code \} in it. */
    record Inserted(Reference reference, boolean like) implements Piece {}
}
