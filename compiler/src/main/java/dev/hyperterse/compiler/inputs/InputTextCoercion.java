package dev.hyperterse.compiler.inputs;

import dev.hyperterse.catalog.input.InputType;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Turns the texts that defaults and enums are written in into values of the input's type. They are texts because YAML
 * 1.1 turns {@code on}, {@code no} and {@code 1e3} into something their author did not write.
 */
final class InputTextCoercion {
    private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
    private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");
    private static final int MOST_DIGITS = 1_000;
    private static final DateTimeFormatter SPACED = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private InputTextCoercion() {}

    /** The value, or nothing where the text is none of that type. */
    static Optional<JsonNode> coerce(InputType type, String text) {
        return switch (type) {
            case STRING -> Optional.of(JsonNodeFactory.instance.stringNode(text));
            case INT -> integer(text);
            case FLOAT -> decimal(text).map(JsonNodeFactory.instance::numberNode);
            case BOOLEAN -> bool(text);
            case DATETIME ->
                isDateTime(text) ? Optional.of(JsonNodeFactory.instance.stringNode(text)) : Optional.empty();
            case ARRAY -> json(text).filter(JsonNode::isArray);
            case OBJECT -> json(text).filter(JsonNode::isObject);
        };
    }

    /** The form of a text of that type. */
    static String expected(InputType type) {
        return switch (type) {
            case STRING -> "any text";
            case INT -> "a whole number of 64 bits, such as 42";
            case FLOAT -> "a number, such as 0.5";
            case BOOLEAN -> "true or false";
            case DATETIME -> "RFC 3339, such as 2026-01-31T12:00:00Z or 2026-01-31";
            case ARRAY -> "a JSON array, such as [\"a\", \"b\"]";
            case OBJECT -> "a JSON object, such as {\"a\": 1}";
        };
    }

    static Optional<BigDecimal> decimal(String text) {
        try {
            // Eleven characters can stand for a number of a gigabyte of digits, if written out.
            return Optional.of(new BigDecimal(text.strip()))
                    .filter(number -> Math.abs((long) number.scale()) <= MOST_DIGITS);
        } catch (NumberFormatException none) {
            return Optional.empty();
        }
    }

    private static Optional<JsonNode> integer(String text) {
        try {
            return decimal(text).map(number -> JsonNodeFactory.instance.numberNode(number.longValueExact()));
        } catch (ArithmeticException none) {
            return Optional.empty();
        }
    }

    private static Optional<JsonNode> bool(String text) {
        var word = text.strip();
        if (TRUE.contains(word)) {
            return Optional.of(JsonNodeFactory.instance.booleanNode(true));
        }
        return FALSE.contains(word) ? Optional.of(JsonNodeFactory.instance.booleanNode(false)) : Optional.empty();
    }

    private static boolean isDateTime(String text) {
        return parses(() -> OffsetDateTime.parse(text))
                || parses(() -> LocalDateTime.parse(text, SPACED))
                || parses(() -> LocalDate.parse(text));
    }

    private static boolean parses(Runnable parser) {
        try {
            parser.run();
            return true;
        } catch (DateTimeException none) {
            return false;
        }
    }

    private static Optional<JsonNode> json(String text) {
        try {
            return Optional.of(JSON.readTree(text));
        } catch (JacksonException none) {
            return Optional.empty();
        }
    }
}
