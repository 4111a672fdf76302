package dev.hyperterse.cli.admission;

import dev.cel.runtime.CelEvaluationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Evaluates the CEL rules of the schema wherever the object has a value for them. */
final class RuleCheck {
    private final CelPrograms programs;
    private final List<Finding> findings = new ArrayList<>();

    private RuleCheck(CelPrograms programs) {
        this.programs = programs;
    }

    static List<Finding> of(CelPrograms programs, Schema schema, Map<?, ?> object) {
        var check = new RuleCheck(programs);
        check.value(schema, FieldPath.ROOT, object);
        return check.findings;
    }

    private void value(Schema schema, FieldPath path, Object value) {
        if (value == null) {
            return; // a rule about null stands on the schema around it
        }
        rules(schema, path, value);
        schema.combination().all().forEach(it -> value(it, path, value));
        switch (value) {
            case Map<?, ?> map -> map(schema.fields(), path, map);
            case List<?> list -> list(schema.items(), path, list);
            default -> {}
        }
    }

    private void map(Schema.Fields fields, FieldPath path, Map<?, ?> map) {
        map.forEach((key, item) -> {
            var name = key.toString();
            var named = Optional.ofNullable(fields.named().get(name));
            named.ifPresentOrElse(schema -> value(schema, path.child(name), item), () -> fields.others()
                    .ifPresent(schema -> value(schema, path.key(name), item)));
        });
    }

    private void list(Schema.Items items, FieldPath path, List<?> list) {
        items.schema().ifPresent(schema -> {
            for (var index = 0; index < list.size(); index++) {
                value(schema, path.index(index), list.get(index));
            }
        });
    }

    private void rules(Schema schema, FieldPath path, Object value) {
        if (schema.rules().isEmpty()) {
            return;
        }
        var self = isObject(schema, path) && value instanceof Map<?, ?> object
                ? CelValues.ofObject(schema, object)
                : CelValues.of(Optional.of(schema), value);
        for (var rule : schema.rules()) {
            switch (programs.program(rule.expression())) {
                case CelPrograms.Program.Transition transition -> {}
                case CelPrograms.Program.Check check -> judge(schema, rule, check, path, value, self);
            }
        }
    }

    private static boolean isObject(Schema schema, FieldPath path) {
        return schema.embedded() || path.equals(FieldPath.ROOT);
    }

    private void judge(
            Schema schema,
            Schema.Rule rule,
            CelPrograms.Program.Check check,
            FieldPath path,
            Object value,
            Object self) {
        try {
            if (!Boolean.TRUE.equals(check.evaluate(self))) {
                findings.add(broken(schema, rule, at(path, rule), value, message(rule, self)));
            }
        } catch (CelEvaluationException failed) {
            var detail = "%s evaluating rule: %s".formatted(withoutPosition(failed.getMessage()), name(rule));
            findings.add(Finding.invalid(path, schema.type(), detail).byRule("cel"));
        }
    }

    private static FieldPath at(FieldPath path, Schema.Rule rule) {
        var below = rule.fieldPath();
        return below.isEmpty() ? path : path.child(below.startsWith(".") ? below.substring(1) : below);
    }

    private static Finding broken(Schema schema, Schema.Rule rule, FieldPath path, Object value, String message) {
        var whole = schema.type().equals("object") || schema.type().equals("array");
        var finding =
                switch (rule.reason()) {
                    case "FieldValueForbidden" -> Finding.of(path, Cause.FORBIDDEN, "Forbidden: " + message);
                    case "FieldValueRequired" -> Finding.required(path, message);
                    case "FieldValueDuplicate" ->
                        whole
                                ? Finding.of(path, Cause.DUPLICATE, Cause.DUPLICATE.words())
                                : Finding.about(path, Cause.DUPLICATE, value, "");
                    default ->
                        whole
                                ? Finding.of(path, Cause.INVALID, Cause.INVALID.words() + ": " + message)
                                : Finding.invalid(path, value, message);
                };
        return finding.byRule("cel");
    }

    /** A message expression that fails or gives nothing usable leaves the plain message. */
    private String message(Schema.Rule rule, Object self) {
        return rule.messageExpression()
                .flatMap(expression -> evaluated(expression, self))
                .or(rule::message)
                .orElseGet(() -> "failed rule: " + rule.expression().strip());
    }

    private Optional<String> evaluated(String expression, Object self) {
        return switch (programs.program(expression)) {
            case CelPrograms.Program.Transition transition -> Optional.empty();
            case CelPrograms.Program.Check check -> {
                try {
                    yield Optional.of(check.evaluate(self))
                            .map(Object::toString)
                            .filter(text -> !text.isBlank() && !text.contains("\n"));
                } catch (CelEvaluationException failed) {
                    yield Optional.empty();
                }
            }
        };
    }

    /** Where in our rule it failed says nothing to the author of a manifest. */
    private static String withoutPosition(String message) {
        return message.replaceFirst("^evaluation error at [^ ]+: ", "");
    }

    private static String name(Schema.Rule rule) {
        return rule.message().orElse(rule.expression());
    }
}
