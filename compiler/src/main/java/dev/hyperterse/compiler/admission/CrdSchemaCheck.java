package dev.hyperterse.compiler.admission;

import dev.hyperterse.compiler.admission.schema.Schema;
import dev.hyperterse.compiler.admission.violation.Cause;
import dev.hyperterse.compiler.admission.violation.GoText;
import dev.hyperterse.compiler.admission.violation.ObjectPath;
import dev.hyperterse.compiler.admission.violation.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Holds a value against the schema, keyword by keyword, in the words of the API server. */
final class CrdSchemaCheck {
    private final List<Violation> findings = new ArrayList<>();

    private CrdSchemaCheck() {}

    static List<Violation> of(Schema schema, ObjectPath path, Object value) {
        var check = new CrdSchemaCheck();
        check.check(schema, path, value);
        return check.findings;
    }

    private void check(Schema schema, ObjectPath path, Object value) {
        if (value == null) {
            checkNull(schema, path);
            return;
        }
        var type = typeOf(value);
        if (!fits(schema, value, type)) {
            wrongType(schema, path, value, type);
        }
        switch (value) {
            case String text -> findings.addAll(ScalarCheck.text(schema.text(), path, text));
            case Number number -> findings.addAll(ScalarCheck.number(schema.range(), path, number));
            case List<?> list -> list(schema.items(), path, list);
            case Map<?, ?> map -> map(schema.fields(), path, map);
            default -> {}
        }
        choices(schema, path, value);
    }

    private void checkNull(Schema schema, ObjectPath path) {
        if (!schema.typeName().isEmpty()) {
            findings.add(wrong(schema, path, "null", ""));
        }
        choices(schema, path, null);
    }

    private void wrongType(Schema schema, ObjectPath path, Object value, String type) {
        var wantsText = schema.type().equals("string");
        var remedy =
                switch (value) {
                    case Boolean truth
                    when wantsText -> "quote it: without quotes, true, yes and on are all the boolean " + truth;
                    case Number number when wantsText -> "quote it: \"" + GoText.value(number) + "\"";
                    case Map<?, ?> map
                    when wantsText && map.toString().startsWith("{{") ->
                        "quote it: a value that begins with {{ is a map to YAML";
                    case String text
                    when schema.type().equals("integer") || schema.type().equals("number") ->
                        "write the number without quotes";
                    case String text when schema.type().equals("boolean") -> "write true or false without quotes";
                    case Object other when schema.type().equals("array") -> "write a list: begin each item with -";
                    default -> "";
                };
        findings.add(wrong(schema, path, type, remedy));
    }

    private static Violation wrong(Schema schema, ObjectPath path, String type, String remedy) {
        var detail = "%s in body must be of type %s: %s".formatted(path, schema.typeName(), GoText.quoted(type));
        return Violation.about(path, Cause.WRONG_TYPE, type, detail).withRemedy(remedy);
    }

    private void choices(Schema schema, ObjectPath path, Object value) {
        var choices = schema.choices();
        if (!choices.isEmpty() && choices.stream().noneMatch(it -> Objects.equals(it, value))) {
            var supported = choices.stream()
                    .map(it -> GoText.quoted(it instanceof String text ? text : GoText.value(it)))
                    .collect(Collectors.joining(", "));
            findings.add(Violation.about(path, Cause.UNSUPPORTED, value, "supported values: " + supported));
        }
    }

    private void list(Schema.Items items, ObjectPath path, List<?> list) {
        items.schema().ifPresent(schema -> {
            for (var index = 0; index < list.size(); index++) {
                check(schema, path.index(index), list.get(index));
            }
        });
        items.least().ifPresent(least -> {
            if (list.size() < least) {
                findings.add(Violation.invalid(
                        path, list.size(), "%s in body should have at least %d items".formatted(path, least)));
            }
        });
        items.most().ifPresent(most -> tooMany(path, list.size(), most));
    }

    private void map(Schema.Fields fields, ObjectPath path, Map<?, ?> map) {
        fields.least().ifPresent(least -> {
            if (map.size() < least) {
                findings.add(Violation.invalid(
                        path, map.size(), "%s in body should have at least %d properties".formatted(path, least)));
            }
        });
        fields.most().ifPresent(most -> tooMany(path, map.size(), most));
        map.forEach((key, value) ->
                fields.of(key.toString()).ifPresent(schema -> check(schema, path.child(key.toString()), value)));
        for (var name : fields.required()) {
            if (!map.containsKey(name)) {
                findings.add(Violation.required(path.child(name), ""));
            }
        }
    }

    private void tooMany(ObjectPath path, int size, int most) {
        if (size > most) {
            var detail = "must have at most %d %s".formatted(most, most == 1 ? "item" : "items");
            findings.add(Violation.about(path, Cause.TOO_MANY, size, detail));
        }
    }

    private static boolean fits(Schema schema, Object value, String type) {
        if (schema.integerOrText()) {
            return type.equals("integer") || type.equals("string");
        }
        return switch (schema.type()) {
            case "" -> true;
            case "number" -> value instanceof Number;
            default -> schema.type().equals(type);
        };
    }

    private static String typeOf(Object value) {
        return switch (value) {
            case String text -> "string";
            case Boolean truth -> "boolean";
            case Double broken -> "number";
            case Number whole -> "integer";
            case List<?> list -> "array";
            case Map<?, ?> map -> "object";
            default -> throw new IllegalArgumentException("no value of JSON: " + value.getClass());
        };
    }
}
