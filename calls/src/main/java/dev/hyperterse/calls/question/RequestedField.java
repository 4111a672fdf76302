package dev.hyperterse.calls.question;

import dev.hyperterse.calls.validation.TextFormat;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** One field of a form: a primitive schema of MCP. Other keywords of JSON Schema are rejected. */
sealed interface RequestedField {
    /** The violated requirement, such as "a number"; empty for a valid value. */
    Optional<String> fault(JsonNode value);

    static RequestedField of(JsonNode schema, String place) throws MalformedQuestion {
        return switch (schema.path("type").asString("")) {
            case "string" ->
                schema.has("enum") || schema.has("oneOf") ? Choice.of(schema, place) : Text.of(schema, place);
            case "number", "integer" -> Number.of(schema, place);
            case "boolean" -> Flag.of(schema, place);
            case "array" -> Choices.of(schema, place);
            default ->
                throw new MalformedQuestion(
                        "'%s.type' must be string, number, integer, boolean, or array with choices: forms are flat"
                                .formatted(place));
        };
    }

    /** @param keywords allowed in addition to those of every field */
    private static void only(JsonNode schema, String place, Set<String> keywords) throws MalformedQuestion {
        for (var name : schema.propertyNames()) {
            if (!keywords.contains(name)
                    && !Set.of("type", "title", "description", "default").contains(name)) {
                throw new MalformedQuestion("'%s.%s' is not supported there; such a field has %s"
                        .formatted(
                                place,
                                Sampling.shown(name),
                                String.join(", ", keywords.stream().sorted().toList())));
            }
        }
    }

    private static <F extends RequestedField> F checked(F field, JsonNode schema, String place)
            throws MalformedQuestion {
        if (schema.has("default")) {
            var fault = field.fault(schema.path("default"));
            if (fault.isPresent()) {
                throw new MalformedQuestion("'%s.default' must be %s".formatted(place, fault.get()));
            }
        }
        return field;
    }

    private static int count(JsonNode schema, String name, int otherwise, String place) throws MalformedQuestion {
        var given = schema.path(name);
        if (given.isMissingNode()) {
            return otherwise;
        }
        if (!given.isInt() || given.asInt() < 0) {
            throw new MalformedQuestion("'%s.%s' must be a whole number".formatted(place, name));
        }
        return given.asInt();
    }

    record Text(int shortest, int longest, Optional<String> format) implements RequestedField {
        private static final Set<String> FORMATS = Set.of("email", "uri", "date", "date-time");

        static Text of(JsonNode schema, String place) throws MalformedQuestion {
            only(schema, place, Set.of("minLength", "maxLength", "format"));
            var format = schema.path("format");
            var known = Optional.of(format.asString("")).filter(FORMATS::contains);
            if (!format.isMissingNode() && known.isEmpty()) {
                throw new MalformedQuestion("'%s.format' must be email, uri, date or date-time".formatted(place));
            }
            return checked(
                    new Text(
                            count(schema, "minLength", 0, place),
                            count(schema, "maxLength", Integer.MAX_VALUE, place),
                            known),
                    schema,
                    place);
        }

        @Override
        public Optional<String> fault(JsonNode value) {
            if (!value.isString()) {
                return Optional.of("a text");
            }
            var text = value.asString();
            var length = text.codePointCount(0, text.length());
            if (length < shortest || length > longest) {
                return Optional.of(
                        longest == Integer.MAX_VALUE
                                ? "a text of at least %d characters".formatted(shortest)
                                : "a text of %d to %d characters".formatted(shortest, longest));
            }
            return format.filter(it -> !TextFormat.fits(it, text)).map(it -> "a valid " + TextFormat.words(it));
        }
    }

    record Number(boolean whole, Optional<BigDecimal> least, Optional<BigDecimal> most) implements RequestedField {
        static Number of(JsonNode schema, String place) throws MalformedQuestion {
            only(schema, place, Set.of("minimum", "maximum"));
            return checked(
                    new Number(
                            schema.path("type").asString().equals("integer"),
                            bound(schema, "minimum", place),
                            bound(schema, "maximum", place)),
                    schema,
                    place);
        }

        private static Optional<BigDecimal> bound(JsonNode schema, String name, String place) throws MalformedQuestion {
            var number = schema.path(name).decimalValueOpt();
            if (schema.has(name) && number.isEmpty()) {
                throw new MalformedQuestion("'%s.%s' must be a number".formatted(place, name));
            }
            return number;
        }

        @Override
        public Optional<String> fault(JsonNode value) {
            var given = value.decimalValueOpt();
            if (given.isEmpty() || whole && given.get().stripTrailingZeros().scale() > 0) {
                return Optional.of(whole ? "a whole number" : "a number");
            }
            var number = given.get();
            if (least.filter(it -> number.compareTo(it) < 0).isPresent()) {
                return Optional.of("at least " + least.get().toPlainString());
            }
            return most.filter(it -> number.compareTo(it) > 0).map(it -> "at most " + it.toPlainString());
        }
    }

    record Flag() implements RequestedField {
        static Flag of(JsonNode schema, String place) throws MalformedQuestion {
            only(schema, place, Set.of());
            return checked(new Flag(), schema, place);
        }

        @Override
        public Optional<String> fault(JsonNode value) {
            return value.isBoolean() ? Optional.empty() : Optional.of("true or false");
        }
    }

    record Choice(Set<String> values) implements RequestedField {
        static Choice of(JsonNode schema, String place) throws MalformedQuestion {
            only(schema, place, Set.of("enum", "enumNames", "oneOf"));
            return checked(new Choice(values(schema, "oneOf", place)), schema, place);
        }

        /** The values of a plain {@code enum}, or of constants with titles. */
        static Set<String> values(JsonNode schema, String titled, String place) throws MalformedQuestion {
            var values = new HashSet<String>();
            for (var value : schema.path("enum")) {
                values.add(text(value, place + ".enum"));
            }
            for (var value : schema.path(titled)) {
                values.add(text(value.path("const"), place + "." + titled));
                text(value.path("title"), place + "." + titled);
            }
            if (values.isEmpty() || schema.has("enum") && schema.has(titled)) {
                throw new MalformedQuestion(
                        "'%s' must have the values of 'enum', or of '%s' with titles".formatted(place, titled));
            }
            return values;
        }

        private static String text(JsonNode value, String place) throws MalformedQuestion {
            if (!value.isString()) {
                throw new MalformedQuestion("'%s' must have texts".formatted(place));
            }
            return value.asString();
        }

        @Override
        public Optional<String> fault(JsonNode value) {
            return value.isString() && values.contains(value.asString())
                    ? Optional.empty()
                    : Optional.of("one of the choices");
        }
    }

    record Choices(Set<String> values, int least, int most) implements RequestedField {
        static Choices of(JsonNode schema, String place) throws MalformedQuestion {
            only(schema, place, Set.of("items", "minItems", "maxItems"));
            return checked(
                    new Choices(
                            Choice.values(schema.path("items"), "anyOf", place + ".items"),
                            count(schema, "minItems", 0, place),
                            count(schema, "maxItems", Integer.MAX_VALUE, place)),
                    schema,
                    place);
        }

        @Override
        public Optional<String> fault(JsonNode value) {
            if (!value.isArray() || value.size() < least || value.size() > most) {
                return Optional.of(
                        most == Integer.MAX_VALUE
                                ? "at least %d of the choices".formatted(least)
                                : "%d to %d of the choices".formatted(least, most));
            }
            for (var item : value) {
                if (!item.isString() || !values.contains(item.asString())) {
                    return Optional.of("of the choices");
                }
            }
            return Optional.empty();
        }
    }
}
