package dev.hyperterse.engines.http;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.binding.ValueSource;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Value;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A text with the sources of its values found. Literals are as they are sent, values are encoded by the caller. */
final class FilledText {
    /** Bytes for a character of a value that is encoded. */
    private static final long ENCODED = 12;

    private final List<Piece> pieces;
    private final String names;

    /** Text of the author, or a source. */
    private sealed interface Piece {
        record Fixed(String text) implements Piece {}

        record Inserted(ValueSource source) implements Piece {}
    }

    private FilledText(List<Piece> pieces, String names) {
        this.pieces = pieces;
        this.names = names;
    }

    static FilledText of(Value value, ValueSource.Finder sources) {
        List<Piece> pieces =
                switch (value) {
                    case Value.Whole(var reference) -> List.of(new Piece.Inserted(sources.of(reference)));
                    case Value.WholeOr(var reference, var instead) ->
                        List.of(new Piece.Inserted(sources.of(reference)));
                    case Value.Concatenation(var parts) ->
                        parts.stream()
                                .map(part -> switch (part) {
                                    case Value.Literal(var text) -> (Piece) new Piece.Fixed(text);
                                    case Value.Inserted(var reference, var like) ->
                                        new Piece.Inserted(sources.of(reference));
                                })
                                .toList();
                };
        return new FilledText(pieces, names(value));
    }

    /** Whether it is the same in every call. */
    boolean isFixed() {
        return pieces.stream().allMatch(Piece.Fixed.class::isInstance);
    }

    /** Whether one value is all of it. */
    boolean isWhole() {
        return pieces.size() == 1 && !isFixed();
    }

    /** The text; empty as soon as one value is absent. */
    Optional<String> one(UnaryOperator<String> encoding, Object[] slots, Principal principal, Reservation memory) {
        var text = new StringBuilder();
        for (var piece : pieces) {
            switch (piece) {
                case Piece.Fixed(var fixed) -> text.append(fixed);
                case Piece.Inserted(var source) -> {
                    var value = source.value(slots, principal);
                    if (value == null) {
                        return Optional.empty();
                    }
                    text.append(encoded(value, encoding, memory));
                }
            }
        }
        return Optional.of(text.toString());
    }

    /** The text, or one for each item of a list that is all of it; none without a value. */
    List<String> all(UnaryOperator<String> encoding, Object[] slots, Principal principal, Reservation memory) {
        if (pieces.size() == 1
                && pieces.getFirst() instanceof Piece.Inserted(var source)
                && source.value(slots, principal) instanceof List<?> list) {
            return list.stream()
                    .filter(Objects::nonNull)
                    .map(item -> encoded(item, encoding, memory))
                    .toList();
        }
        return one(encoding, slots, principal, memory).stream().toList();
    }

    private static String encoded(Object value, UnaryOperator<String> encoding, Reservation memory) {
        var text = ValueSource.text(value, memory);
        memory.take(ENCODED * text.length());
        return encoding.apply(text);
    }

    private static String names(Value value) {
        return value.references()
                .map(reference -> switch (reference) {
                    case Reference.Input(var name) -> "input '%s'".formatted(name);
                    case Reference.Environment(var name) -> "env." + name;
                    case Reference.OfPrincipal known -> known.display();
                })
                .distinct()
                .collect(Collectors.joining(" or "));
    }

    /** The names of its values, for messages. */
    @Override
    public String toString() {
        return names;
    }
}
