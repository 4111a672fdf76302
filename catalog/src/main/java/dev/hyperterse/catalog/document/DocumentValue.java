package dev.hyperterse.catalog.document;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hyperterse.catalog.statement.Reference;
import java.util.List;
import java.util.stream.Stream;

/** One value of a command. Every key is fixed here, by the compiler. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "value")
@JsonSubTypes({
    @JsonSubTypes.Type(value = DocumentValue.Members.class, name = "members"),
    @JsonSubTypes.Type(value = DocumentValue.Items.class, name = "items"),
    @JsonSubTypes.Type(value = DocumentValue.Constant.class, name = "constant"),
    @JsonSubTypes.Type(value = DocumentValue.Parameter.class, name = "parameter"),
    @JsonSubTypes.Type(value = DocumentValue.ListParameter.class, name = "list"),
    @JsonSubTypes.Type(value = DocumentValue.TextParameter.class, name = "text")
})
public sealed interface DocumentValue {
    /** The sources of its values; one may occur several times. */
    default Stream<Reference> references() {
        return switch (this) {
            case Members(var members) ->
                members.stream().flatMap(member -> member.content().references());
            case Items(var items) -> items.stream().flatMap(DocumentValue::references);
            case Constant _ -> Stream.of();
            case Parameter(var reference, var type) -> Stream.of(reference);
            case ListParameter(var list, var items) -> Stream.of(list);
            case TextParameter(var pieces, var type) -> pieces.stream().flatMap(Piece::references);
        };
    }

    /** A document, its members in the order of the text. */
    record Members(List<Member> members) implements DocumentValue {
        public Members {
            members = List.copyOf(members);
        }
    }

    record Member(String name, DocumentValue content) {}

    record Items(List<DocumentValue> items) implements DocumentValue {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** A value that is the same in every call, spelled as JSON spells it, without quotes. */
    record Constant(BsonType type, String text) implements DocumentValue {}

    /** One value of a call; absent is null. */
    record Parameter(Reference reference, BsonType type) implements DocumentValue {}

    /** An array out of a list; absent is null. */
    record ListParameter(Reference list, BsonType items) implements DocumentValue {}

    /** A text put together in the replica, then made the type; null as soon as one inserted value is absent. */
    record TextParameter(List<Piece> pieces, BsonType type) implements DocumentValue {
        public TextParameter {
            pieces = List.copyOf(pieces);
        }
    }

    /** One stretch of a text. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Literal.class, name = "text"),
        @JsonSubTypes.Type(value = Inserted.class, name = "value")
    })
    sealed interface Piece {
        default Stream<Reference> references() {
            return switch (this) {
                case Literal _ -> Stream.of();
                case Inserted(var reference, var regex) -> Stream.of(reference);
            };
        }
    }

    /** Text of the author. */
    record Literal(String text) implements Piece {}

    /** A value; {@code regex} escapes what has a meaning in a regular expression. */
    record Inserted(Reference reference, boolean regex) implements Piece {}
}
