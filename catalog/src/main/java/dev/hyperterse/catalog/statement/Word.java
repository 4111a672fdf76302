package dev.hyperterse.catalog.statement;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.stream.Stream;

/** One place in a command. Which words there are is decided by the compiler; a value never becomes two of them. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "word")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Word.Fixed.class, name = "text"),
    @JsonSubTypes.Type(value = Word.Bound.class, name = "value"),
    @JsonSubTypes.Type(value = Word.Spread.class, name = "spread")
})
public sealed interface Word {
    /** The sources of its values; one may occur several times. */
    default Stream<Reference> references() {
        return switch (this) {
            case Fixed _ -> Stream.of();
            case Bound(var value) -> value.references();
            case Spread(var list) -> Stream.of(list);
        };
    }

    /** Text of the author, its quotes and escapes undone. */
    record Fixed(String text) implements Word {}

    /** One argument. */
    record Bound(Value value) implements Word {}

    /** An argument for each item of a list, at least one. */
    record Spread(Reference list) implements Word {}
}
