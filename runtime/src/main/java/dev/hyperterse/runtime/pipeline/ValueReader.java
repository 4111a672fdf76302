package dev.hyperterse.runtime.pipeline;

import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Value;
import java.math.BigDecimal;
import java.util.List;

/** Reads the value of one parameter and makes it the type that the parameter has. */
final class ValueReader {
    private final ParameterType type;
    private final Source source;

    ValueReader(Value value, ParameterType type, Source.Finder sources) {
        this.type = type;
        this.source = switch (value) {
            case Value.Whole(var reference) -> sources.of(reference);
            case Value.Concatenation(var pieces) -> concatenation(pieces, sources);
        };
    }

    ParameterType type() {
        return type;
    }

    /** Null is NULL. */
    Object read(Object[] slots, Principal principal) {
        var value = source.value(slots, principal);
        return value == null ? null : as(type, value);
    }

    /** The items of a list, each made the type; a lone value is a list of one, null stays NULL. */
    static List<Object> items(Object value, ParameterType type) {
        return switch (value) {
            case null -> null;
            case List<?> list -> list.stream().map(item -> as(type, item)).toList();
            default -> List.of(as(type, value));
        };
    }

    private static Object as(ParameterType type, Object value) {
        try {
            return switch (type) {
                case TEXT -> Source.text(value);
                case INTEGER -> value instanceof Long ? value : decimal(value).longValueExact();
                case DECIMAL -> decimal(value);
                case BOOLEAN -> bool(value);
                case JSON -> value instanceof List<?> list ? JsonList.of(list) : value.toString();
            };
        } catch (ArithmeticException | NumberFormatException none) {
            throw new CallFailure(
                    Stage.BINDING,
                    "'%s' is not a%s"
                            .formatted(
                                    Invalid.shown(value.toString()),
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
                        Stage.BINDING, "'%s' is neither true nor false".formatted(Invalid.shown(value.toString())));
        };
    }

    private static Source concatenation(List<Value.Piece> pieces, Source.Finder sources) {
        var parts = pieces.stream().map(piece -> part(piece, sources)).toList();
        return (slots, principal) -> {
            var text = new StringBuilder();
            for (var part : parts) {
                var value = part.value(slots, principal);
                if (value == null) {
                    return null;
                }
                text.append(value);
            }
            return text.toString();
        };
    }

    private static Source part(Value.Piece piece, Source.Finder sources) {
        return switch (piece) {
            case Value.Literal(var text) -> (slots, principal) -> text;
            case Value.Inserted(var reference, var like) -> {
                var source = sources.of(reference);
                yield (slots, principal) -> {
                    var value = source.value(slots, principal);
                    if (value == null) {
                        return null;
                    }
                    return like ? escapedForLike(Source.text(value)) : Source.text(value);
                };
            }
        };
    }

    private static String escapedForLike(String text) {
        return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
    }
}
