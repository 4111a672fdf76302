package dev.hyperterse.calls.validation;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Converts the JSON token of an argument to the bound value: String, Long, BigDecimal, Boolean, {@link JsonText}, or a
 * List of those. Numbers keep every digit; nothing is rounded.
 */
public final class Coercion {
    static final int MAX_ITEMS = 1000;

    private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
    private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");
    /** More than any column has, and few enough that plain notation does not fill the memory. */
    private static final int MAX_DIGITS = 2000;
    /** Includes a sign, a point and an exponent. */
    private static final int LONGEST_NUMBER = MAX_DIGITS + 16;

    private Coercion() {}

    /** Reads the current value of the parser, which must not be null. */
    static Object read(JsonParser parser, InputType type, Optional<InputType> items, String field) {
        return switch (type) {
            case STRING -> text(parser, field);
            case INT -> integer(parser, field);
            case FLOAT -> decimal(parser, field);
            case BOOLEAN -> bool(parser, field);
            case DATETIME -> datetime(parser, field);
            case ARRAY ->
                items.<Object>map(itemType -> list(parser, itemType, field))
                        .orElseGet(() -> json(parser, JsonToken.START_ARRAY, "array", field));
            case OBJECT -> json(parser, JsonToken.START_OBJECT, "object", field);
        };
    }

    static Object read(JsonParser parser, Input input) {
        return read(parser, input.type(), input.items(), input.name());
    }

    static String withoutNul(String field, String text) {
        if (text.indexOf('\0') >= 0) {
            throw ValidationFailures.type(field, "text must not contain the character NUL");
        }
        return text;
    }

    private static String text(JsonParser parser, String field) {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> withoutNul(field, parser.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE -> parser.getString();
            default -> throw cannotConvert(parser, "string", field);
        };
    }

    private static Long integer(JsonParser parser, String field) {
        return switch (parser.currentToken()) {
            case VALUE_NUMBER_INT ->
                parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? exactLong(parser.getString(), field)
                        : (Long) parser.getLongValue();
            case VALUE_NUMBER_FLOAT, VALUE_STRING -> exactLong(parser.getString(), field);
            default -> throw cannotConvert(parser, "int", field);
        };
    }

    private static Long exactLong(String text, String field) {
        try {
            return decimal(text).longValueExact();
        } catch (ArithmeticException | NumberFormatException none) {
            throw ValidationFailures.type(
                    field, "cannot convert '%s' to int".formatted(ValidationFailures.shown(text)));
        }
    }

    private static BigDecimal decimal(JsonParser parser, String field) {
        return switch (parser.currentToken()) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_STRING -> {
                try {
                    yield decimal(parser.getString());
                } catch (NumberFormatException none) {
                    throw ValidationFailures.type(
                            field,
                            "cannot convert '%s' to float".formatted(ValidationFailures.shown(parser.getString())));
                }
            }
            default -> throw cannotConvert(parser, "float", field);
        };
    }

    public static BigDecimal decimal(String text) {
        // Before the digits are read, which takes the square of their number.
        if (text.length() > LONGEST_NUMBER) {
            throw new NumberFormatException("longer than any column's number");
        }
        var number = new BigDecimal(text);
        if (Math.abs((long) number.scale()) + number.precision() > MAX_DIGITS) {
            throw new NumberFormatException("out of any column's range");
        }
        return number;
    }

    private static Boolean bool(JsonParser parser, String field) {
        return switch (parser.currentToken()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> decimal(parser, field).signum() != 0;
            case VALUE_STRING -> {
                var word = parser.getString();
                if (TRUE.contains(word)) {
                    yield true;
                }
                if (FALSE.contains(word)) {
                    yield false;
                }
                throw ValidationFailures.type(
                        field, "cannot convert '%s' to boolean".formatted(ValidationFailures.shown(word)));
            }
            default -> throw cannotConvert(parser, "boolean", field);
        };
    }

    private static String datetime(JsonParser parser, String field) {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw cannotConvert(parser, "datetime", field);
        }
        var text = parser.getString();
        if (!Datetime.isOne(text)) {
            throw ValidationFailures.type(
                    field,
                    "cannot parse '%s' as datetime; write it like %s"
                            .formatted(ValidationFailures.shown(text), Datetime.FORMS));
        }
        return text;
    }

    private static Object list(JsonParser parser, InputType items, String field) {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw cannotConvert(parser, "array", field);
        }
        var list = new ArrayList<Object>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (list.size() == MAX_ITEMS) {
                throw ValidationFailures.type(field, "more than %d items".formatted(MAX_ITEMS));
            }
            if (parser.currentToken() == JsonToken.VALUE_NULL) {
                throw ValidationFailures.type(field, "an item is null").at(list.size());
            }
            list.add(item(parser, items, field, list.size()));
        }
        return list;
    }

    private static Object item(JsonParser parser, InputType type, String field, int index) {
        try {
            return read(parser, type, Optional.empty(), field);
        } catch (InvalidField invalid) {
            throw invalid.at(index);
        }
    }

    private static JsonText json(JsonParser parser, JsonToken start, String type, String field) {
        if (parser.currentToken() != start) {
            throw cannotConvert(parser, type, field);
        }
        return JsonText.copy(parser, field);
    }

    private static CallFailure cannotConvert(JsonParser parser, String type, String field) {
        var found =
                switch (parser.currentToken()) {
                    case START_OBJECT -> "an object";
                    case START_ARRAY -> "an array";
                    case VALUE_STRING -> "text";
                    case VALUE_TRUE, VALUE_FALSE -> "a boolean";
                    case VALUE_NULL -> "null";
                    default -> "a number";
                };
        return ValidationFailures.type(field, "cannot convert %s to %s".formatted(found, type));
    }
}
