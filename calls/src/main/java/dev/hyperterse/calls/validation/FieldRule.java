package dev.hyperterse.calls.validation;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The prepared checks of one input. An input without checks costs nothing. */
final class FieldRule {
    /**
     * The maximum digits of a bound, which is written in plain notation; a catalog of an older compiler may have more.
     */
    private static final int MOST_DIGITS = 1_000;

    private final Input input;
    private final int slot;
    private final boolean bySchema;
    private final Optional<Object> defaultValue;
    private final Check[] checks;

    /** Fails with a message, or returns. */
    @FunctionalInterface
    private interface Check {
        void on(Object value, ValidationWork work);
    }

    /**
     * @param bySchema the value's constraints are a schema's business, only its type is ours
     */
    FieldRule(Input input, int slot, boolean bySchema, TextPatterns patterns) {
        this.input = input;
        this.slot = slot;
        this.bySchema = bySchema;
        this.defaultValue = input.defaultValue().map(this::value);
        this.checks = bySchema ? new Check[0] : checks(patterns).toArray(Check[]::new);
    }

    String name() {
        return input.name();
    }

    int slot() {
        return slot;
    }

    /** Reads the current value of the parser; null is NULL. */
    Object read(JsonParser parser, ValidationWork work) {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            // With a schema, the null has already passed validation.
            if (!input.optional() && !bySchema) {
                throw ValidationFailures.field(name(), "required input '%s' is null".formatted(name()));
            }
            return null;
        }
        var value = isAnyJson() ? JsonText.copy(parser, name()) : Coercion.read(parser, input);
        for (var check : checks) {
            check.on(value, work);
        }
        return value;
    }

    /** The schema has accepted it: an object stands for any JSON where the schema names no single type. */
    private boolean isAnyJson() {
        return bySchema && input.type() == InputType.OBJECT;
    }

    /** The value of an absent argument. */
    Object absent() {
        if (defaultValue.isEmpty() && !input.optional()) {
            throw ValidationFailures.field(name(), "required input '%s' is missing".formatted(name()));
        }
        return defaultValue.orElse(null);
    }

    private List<Check> checks(TextPatterns patterns) {
        List<Check> all = new ArrayList<>();
        if (!input.choices().isEmpty()) {
            all.add(choice());
        }
        input.minimum().ifPresent(bound -> all.add(number(bound, true)));
        input.maximum().ifPresent(bound -> all.add(number(bound, false)));
        input.minLength().ifPresent(bound -> all.add(length(bound, true)));
        input.maxLength().ifPresent(bound -> all.add(length(bound, false)));
        input.pattern().ifPresent(pattern -> {
            var compiled = patterns.compile(pattern);
            all.add(text(compiled::occursIn, "does not match the pattern " + pattern));
        });
        input.format()
                .flatMap(TextFormat::named)
                .ifPresent(format -> all.add(text(
                        (text, work) -> {
                            work.spend(TextFormat.units(text));
                            return format.test(text);
                        },
                        "is not a valid " + TextFormat.words(input.format().orElseThrow()))));
        return all;
    }

    private Check choice() {
        Set<Object> allowed = new HashSet<>();
        input.choices().forEach(choice -> allowed.add(comparable(value(choice))));
        var shown = String.join(
                ", ",
                input.choices().stream()
                        .map(choice -> ValidationFailures.shown(choice.asString()))
                        .toList());
        return each((item, _) -> allowed.contains(comparable(item)), "must be one of: " + shown);
    }

    /** Checks a value, or each item of a list. */
    private Check each(BiPredicate<Object, ValidationWork> holds, String otherwise) {
        return (value, work) -> {
            if (!(value instanceof List<?> list)) {
                if (!holds.test(value, work)) {
                    throw ValidationFailures.field(name(), otherwise);
                }
                return;
            }
            for (var index = 0; index < list.size(); index++) {
                if (!holds.test(list.get(index), work)) {
                    throw ValidationFailures.field(name(), otherwise).at(index);
                }
            }
        };
    }

    /** 1.0 and 1.00 are the same choice. */
    private static Object comparable(Object value) {
        return value instanceof BigDecimal number ? number.stripTrailingZeros() : value;
    }

    private Check number(BigDecimal bound, boolean lower) {
        if (Math.abs((long) bound.scale()) > MOST_DIGITS) {
            throw new IllegalArgumentException(
                    "a bound of input '%s' has more than %d digits".formatted(name(), MOST_DIGITS));
        }
        return (value, work) -> {
            var number =
                    switch (value) {
                        case Long whole -> BigDecimal.valueOf(whole);
                        case BigDecimal decimal -> decimal;
                        default -> bound;
                    };
            var order = number.compareTo(bound);
            if (lower ? order < 0 : order > 0) {
                throw ValidationFailures.field(
                        name(), "must be at %s %s".formatted(lower ? "least" : "most", bound.toPlainString()));
            }
        };
    }

    private Check length(int bound, boolean lower) {
        return (value, work) -> {
            int length;
            String unit;
            switch (value) {
                case String text -> {
                    length = text.codePointCount(0, text.length());
                    unit = "characters";
                }
                case List<?> list -> {
                    length = list.size();
                    unit = "items";
                }
                default -> {
                    return;
                }
            }
            if (lower ? length < bound : length > bound) {
                throw ValidationFailures.field(
                        name(), "must have at %s %d %s".formatted(lower ? "least" : "most", bound, unit));
            }
        };
    }

    private Check text(BiPredicate<String, ValidationWork> holds, String otherwise) {
        return each((item, work) -> !(item instanceof String text) || holds.test(text, work), otherwise);
    }

    /** A value of the catalog, through the same reading as a caller's. */
    private Object value(JsonNode node) {
        if (node.isString() && input.type() == InputType.STRING) {
            // Most values are texts already and need no parsing.
            return Coercion.withoutNul(name(), node.stringValue());
        }
        var type = input.type() == InputType.ARRAY && !node.isArray()
                ? input.items().orElse(InputType.STRING)
                : input.type();
        try (var parser = JsonText.parser(JsonMapper.shared().writeValueAsBytes(node))) {
            parser.nextToken();
            return isAnyJson() ? JsonText.copy(parser, name()) : Coercion.read(parser, type, input.items(), name());
        }
    }
}
