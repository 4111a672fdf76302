package dev.hyperterse.cli.admission.advice;

import dev.hyperterse.compiler.admission.schema.Schema;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Examples of fields, read from their schemas. */
public final class FieldExamples {
    private static final String URL = "url";
    private static final String ADDRESS = "postgresql://HOST:5432/DATABASE";

    private FieldExamples() {}

    /** A value for the schema, with the text that stands there where that is a name or a choice. */
    public static String of(String name, Schema schema, Object written) {
        return switch (schema.type()) {
            case "object" -> object(schema, written);
            case "array" -> array(schema, written);
            case "boolean" -> "true";
            case "integer", "number" -> "1";
            default -> text(name, schema, written);
        };
    }

    private static String text(String name, Schema schema, Object written) {
        if (schema.choices().isEmpty()) {
            return schema.isDuration() ? "5s" : isAddress(name, schema) ? ADDRESS : "...";
        }
        if (schema.choices().contains(written)) {
            return written.toString();
        }
        // The last is what is more than a default, but a rare one of engines, and of the types of an input.
        return schema.choices().contains("string") || schema.choices().contains("Postgres")
                ? schema.choices().getFirst().toString()
                : schema.choices().getLast().toString();
    }

    /** Of a database: other URLs have a pattern. */
    private static boolean isAddress(String name, Schema schema) {
        return name.equals(URL) && schema.text().pattern().isEmpty();
    }

    private static String array(Schema schema, Object written) {
        var item = schema.items().schema().filter(it -> it.type().equals("object"));
        return item.map(it -> "[" + object(it, written) + "]").orElse("[a, b]");
    }

    private static String object(Schema schema, Object written) {
        var named = schema.fields().named();
        if (named.containsKey("valueFrom")) {
            return "{valueFrom: {secretKeyRef: {name: SECRET, key: KEY}}}";
        }
        if (named.containsKey("inline")) {
            return "{inline: ...}";
        }
        var required = schema.fields().required().stream()
                .filter(named::containsKey)
                .sorted()
                .toList();
        if (!required.isEmpty()) {
            return members(required, named, written);
        }
        return List.of("name", "text", "mode").stream()
                .filter(named::containsKey)
                .findFirst()
                .map(field -> members(List.of(field), named, written))
                .orElse("{...}");
    }

    private static String members(List<String> fields, Map<String, Schema> named, Object written) {
        return fields.stream()
                .map(field -> field + ": " + member(field, named.get(field), written))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String member(String field, Schema schema, Object written) {
        var name = written instanceof Map<?, ?> map ? map.get("name") : written;
        return field.equals("name") && name instanceof String text && text.matches("[A-Za-z0-9-]{1,60}")
                ? text
                : of(field, schema, written);
    }
}
