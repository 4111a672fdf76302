package dev.hyperterse.cli.admission.advice;

import dev.hyperterse.compiler.admission.schema.Schema;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Examples of fields, read from their schemas. */
public final class FieldExamples {
    private static final String URL = "url";
    private static final String ADDRESS = "postgresql://HOST:5432/DATABASE";
    private static final Map<Object, String> ADDRESSES = Map.of(
            "Mysql", "mysql://HOST:3306/DATABASE",
            "Sqlite", "FILE.db",
            "Mongodb", "mongodb://HOST:27017",
            "Redis", "redis://HOST:6379/0",
            "Http", "https://HOST/PATH",
            "Mcp", "https://HOST/mcp");

    private FieldExamples() {}

    /**
     * A value for the schema.
     *
     * @param written the text that stands there, where that is a name or a choice, or the object with the field
     */
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
            return schema.isDuration() ? "5s" : isAddress(name, schema) ? address(written) : "...";
        }
        var own = written instanceof Map<?, ?> object ? object.get(name) : written;
        if (own != null && schema.choices().contains(own)) {
            return own.toString();
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

    /** Of the engine, where an adapter is written. */
    private static String address(Object written) {
        return written instanceof Map<?, ?> adapter
                ? ADDRESSES.getOrDefault(String.valueOf(adapter.get("engine")), ADDRESS)
                : ADDRESS;
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
