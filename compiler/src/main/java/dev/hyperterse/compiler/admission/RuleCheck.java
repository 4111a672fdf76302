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
        var self = path.equals(ObjectPath.ROOT) && value instanceof Map<?, ?> object
                ? CelValues.ofObject(schema, object)
                : CelValues.of(Optional.of(schema), value);
        for (var rule : schema.rules()) {
            evaluate(schema, rule, path, value, self);
        }
    }

    private void evaluate(Schema schema, Schema.Rule rule, ObjectPath path, Object value, Object self) {
        try {
            if (!Boolean.TRUE.equals(programs.evaluate(rule.expression(), self))) {
                findings.add(broken(schema, path, value, rule.message()));
            }
        } catch (CelEvaluationException failed) {
            var detail = "%s evaluating rule: %s".formatted(withoutPosition(failed.getMessage()), rule.message());
            findings.add(Violation.invalid(path, schema.type(), detail).byRule("cel"));
        }
    }

    private static Violation broken(Schema schema, ObjectPath path, Object value, String message) {
        var whole = schema.type().equals("object") || schema.type().equals("array");
        var finding = whole
                ? Violation.of(path, Cause.INVALID, Cause.INVALID.words() + ": " + message)
                : Violation.invalid(path, value, message);
        return finding.byRule("cel");
    }

    /** Where in our rule it failed says nothing to the author of a manifest. */
    private static String withoutPosition(String message) {
        return message.replaceFirst("^evaluation error at [^ ]+: ", "");
    }
}
