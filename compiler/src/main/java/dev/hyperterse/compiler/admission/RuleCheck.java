package dev.hyperterse.compiler.admission;

import dev.cel.runtime.CelEvaluationException;
import dev.hyperterse.compiler.admission.schema.Schema;
import dev.hyperterse.compiler.admission.violation.Cause;
import dev.hyperterse.compiler.admission.violation.ObjectPath;
import dev.hyperterse.compiler.admission.violation.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Evaluates the CEL rules of the schema wherever the object has a value for them. */
final class RuleCheck {
    private final CelPrograms programs;
    private final List<Violation> findings = new ArrayList<>();

    private RuleCheck(CelPrograms programs) {
        this.programs = programs;
    }

    static List<Violation> of(CelPrograms programs, Schema schema, Map<?, ?> object) {
        var check = new RuleCheck(programs);
        check.value(schema, ObjectPath.ROOT, object);
        return check.findings;
    }

    private void value(Schema schema, ObjectPath path, Object value) {
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

    private void map(Schema.Fields fields, ObjectPath path, Map<?, ?> map) {
        map.forEach((key, item) -> {
            var name = key.toString();
            var named = Optional.ofNullable(fields.named().get(name));
            named.ifPresentOrElse(schema -> value(schema, path.child(name), item), () -> fields.others()
                    .ifPresent(schema -> value(schema, path.key(name), item)));
        });
    }

    private void list(Schema.Items items, ObjectPath path, List<?> list) {
        items.schema().ifPresent(schema -> {
            for (var index = 0; index < list.size(); index++) {
                value(schema, path.index(index), list.get(index));
            }
        });
    }

    private void rules(Schema schema, ObjectPath path, Object value) {
        if (schema.rules().isEmpty()) {
            return;
        }
        var self = isObject(schema, path) && value instanceof Map<?, ?> object
                ? CelValues.ofObject(schema, object)
                : CelValues.of(Optional.of(schema), value);
        for (var rule : schema.rules()) {
            switch (programs.program(rule.expression())) {
                case CelPrograms.Program.Transition transition -> {}
                case CelPrograms.Program.Check check -> evaluate(schema, rule, check, path, value, self);
            }
        }
    }

    private static boolean isObject(Schema schema, ObjectPath path) {
        return schema.embedded() || path.equals(ObjectPath.ROOT);
    }

    private void evaluate(
            Schema schema,
            Schema.Rule rule,
            CelPrograms.Program.Check check,
            ObjectPath path,
            Object value,
            Object self) {
        try {
            if (!Boolean.TRUE.equals(check.evaluate(self))) {
                findings.add(broken(schema, rule, at(path, rule), value, message(rule, self)));
            }
        } catch (CelEvaluationException failed) {
            var detail = "%s evaluating rule: %s".formatted(withoutPosition(failed.getMessage()), name(rule));
            findings.add(Violation.invalid(path, schema.type(), detail).byRule("cel"));
        }
    }

    private static ObjectPath at(ObjectPath path, Schema.Rule rule) {
        var below = rule.fieldPath();
        return below.isEmpty() ? path : path.child(below.startsWith(".") ? below.substring(1) : below);
    }

    private static Violation broken(Schema schema, Schema.Rule rule, ObjectPath path, Object value, String message) {
        var whole = schema.type().equals("object") || schema.type().equals("array");
        var finding =
                switch (rule.reason()) {
                    case "FieldValueForbidden" -> Violation.of(path, Cause.FORBIDDEN, "Forbidden: " + message);
                    case "FieldValueRequired" -> Violation.required(path, message);
                    case "FieldValueDuplicate" ->
                        whole
                                ? Violation.of(path, Cause.DUPLICATE, Cause.DUPLICATE.words())
                                : Violation.about(path, Cause.DUPLICATE, value, "");
                    default ->
                        whole
                                ? Violation.of(path, Cause.INVALID, Cause.INVALID.words() + ": " + message)
                                : Violation.invalid(path, value, message);
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
