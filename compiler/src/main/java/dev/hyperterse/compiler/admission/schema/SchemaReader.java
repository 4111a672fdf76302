package dev.hyperterse.compiler.admission.schema;

import com.google.re2j.Pattern;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Reads {@code openAPIV3Schema}. The CRD is ours and valid, so what does not fit here is a bug of the build. */
final class SchemaReader {
    private SchemaReader() {}

    static Schema read(Map<?, ?> node) {
        return new Schema(
                text(node, "type").orElse(""),
                text(node, "description").orElse(""),
                flag(node, "x-kubernetes-int-or-string"),
                flag(node, "x-kubernetes-preserve-unknown-fields"),
                List.copyOf(list(node, "enum")),
                fields(node),
                items(node),
                new Schema.Text(
                        integer(node, "minLength"),
                        integer(node, "maxLength"),
                        text(node, "pattern").map(Pattern::compile)),
                new Schema.Range(number(node, "minimum"), number(node, "maximum")),
                list(node, "x-kubernetes-validations").stream()
                        .map(it -> rule((Map<?, ?>) it))
                        .toList());
    }

    private static Schema.Fields fields(Map<?, ?> node) {
        var named = new LinkedHashMap<String, Schema>();
        map(node, "properties")
                .ifPresent(it -> it.forEach((name, schema) -> named.put((String) name, read((Map<?, ?>) schema))));
        var required = new LinkedHashSet<String>();
        list(node, "required").forEach(it -> required.add((String) it));
        return new Schema.Fields(
                named,
                map(node, "additionalProperties").map(SchemaReader::read),
                required,
                integer(node, "minProperties"),
                integer(node, "maxProperties"));
    }

    private static Schema.Items items(Map<?, ?> node) {
        return new Schema.Items(
                map(node, "items").map(SchemaReader::read),
                integer(node, "minItems"),
                integer(node, "maxItems"),
                switch (text(node, "x-kubernetes-list-type").orElse("atomic")) {
                    case "set" -> Schema.ListType.SET;
                    case "map" -> Schema.ListType.MAP;
                    default -> Schema.ListType.ATOMIC;
                },
                list(node, "x-kubernetes-list-map-keys").stream()
                        .map(String.class::cast)
                        .toList());
    }

    private static Schema.Rule rule(Map<?, ?> node) {
        return new Schema.Rule(
                text(node, "rule").orElseThrow(), text(node, "message").orElseThrow());
    }

    private static Optional<Map<?, ?>> map(Map<?, ?> node, String name) {
        return node.get(name) instanceof Map<?, ?> map ? Optional.of(map) : Optional.empty();
    }

    private static List<?> list(Map<?, ?> node, String name) {
        return node.get(name) instanceof List<?> list ? list : List.of();
    }

    private static Optional<String> text(Map<?, ?> node, String name) {
        return Optional.ofNullable((String) node.get(name));
    }

    private static boolean flag(Map<?, ?> node, String name) {
        return Boolean.TRUE.equals(node.get(name));
    }

    private static OptionalInt integer(Map<?, ?> node, String name) {
        return node.get(name) instanceof Number number ? OptionalInt.of(number.intValue()) : OptionalInt.empty();
    }

    private static OptionalDouble number(Map<?, ?> node, String name) {
        return node.get(name) instanceof Number number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }
}
