package dev.hyperterse.calls.binding;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.validation.Coercion;
import dev.hyperterse.calls.validation.ValidationFailures;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Value;
import java.math.BigDecimal;
import java.util.List;

/** Reads the value of one parameter and converts it to the type of the parameter. */
final class ValueReader {
    /** Bytes for a character of a text that is built: two in the builder and two in the text. */
    private static final long CHARACTER = 4;

    private final ParameterType type;
    private final Origin origin;

    /** A value before it is converted; null is NULL. */
    @FunctionalInterface
    private interface Origin {
        Object value(Object[] slots, Principal principal, Reservation memory);
    }

    /** A piece of a text. @param like whether wildcards of LIKE are escaped */
    private record Part(ValueSource source, boolean like) {}

    ValueReader(Value value, ParameterType type, ValueSource.Finder sources) {
        this.type = type;
        this.origin = switch (value) {
            case Value.Whole(var reference) -> {
                var source = sources.of(reference);
                yield (slots, principal, memory) -> source.value(slots, principal);
            }
            case Value.WholeOr(var reference, var instead) -> {
                var source = sources.of(reference);
                yield (slots, principal, memory) -> {
                    var number = source.value(slots, principal);
                    return number == null ? (Long) instead : number;
                };
            }
            case Value.Concatenation(var pieces) -> concatenation(pieces, sources);
        };
    }

    ParameterType type() {
        return type;
    }

    /** Null is NULL. */
    Object read(Object[] slots, Principal principal, Reservation memory) {
        var value = origin.value(slots, principal, memory);
        return value == null ? null : as(type, value, memory);
    }

    /** The converted items of a list; a single value is a list of one, null stays NULL. */
    static List<Object> items(Object value, ParameterType type, Reservation memory) {
        return switch (value) {
            case null -> null;
            case List<?> list ->
                list.stream().map(item -> as(type, item, memory)).toList();
            default -> List.of(as(type, value, memory));
        };
    }

    private static Object as(ParameterType type, Object value, Reservation memory) {
        try {
            return switch (type) {
                case TEXT -> ValueSource.text(value, memory);
                case INTEGER -> value instanceof Long ? value : decimal(value).longValueExact();
                case DECIMAL -> decimal(value);
                case BOOLEAN -> bool(value);
                case JSON -> value instanceof List<?> list ? JsonList.of(list, memory) : value.toString();
            };
        } catch (ArithmeticException | NumberFormatException none) {
            throw new CallFailure(
                    Stage.BINDING,
                    "'%s' is not a%s"
                            .formatted(
                                    ValidationFailures.shown(value.toString()),
                                    type == ParameterType.INTEGER ? " whole number of 64 bits" : " number"));
        }
    }

    private static BigDecimal decimal(Object value) {
        return switch (value) {
            case BigDecimal number -> number;
            case Long number -> BigDecimal.valueOf(number);
            default -> Coercion.decimal(value.toString());
        };
    }

    private static Boolean bool(Object value) {
        return switch (value.toString()) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new CallFailure(
                        Stage.BINDING,
                        "'%s' is neither true nor false".formatted(ValidationFailures.shown(value.toString())));
        };
    }

    /** Two passes, so that the memory is taken before the text is built. */
    private static Origin concatenation(List<Value.Piece> pieces, ValueSource.Finder sources) {
        var parts = pieces.stream().map(piece -> part(piece, sources)).toList();
        return (slots, principal, memory) -> {
            var texts = new String[parts.size()];
            var length = 0L;
            for (var index = 0; index < texts.length; index++) {
                var part = parts.get(index);
                var value = part.source().value(slots, principal);
                if (value == null) {
                    return null;
                }
                texts[index] = ValueSource.text(value, memory);
                length += part.like() ? LikePattern.length(texts[index]) : texts[index].length();
            }
            memory.take(CHARACTER * length);
            return joined(parts, texts, length);
        };
    }

    private static String joined(List<Part> parts, String[] texts, long length) {
        var text = new StringBuilder(Math.toIntExact(length));
        for (var index = 0; index < texts.length; index++) {
            if (parts.get(index).like()) {
                LikePattern.append(texts[index], text);
            } else {
                text.append(texts[index]);
            }
        }
        return text.toString();
    }

    private static Part part(Value.Piece piece, ValueSource.Finder sources) {
        return switch (piece) {
            case Value.Literal(var text) -> new Part((slots, principal) -> text, false);
            case Value.Inserted(var reference, var like) -> new Part(sources.of(reference), like);
        };
    }
}
