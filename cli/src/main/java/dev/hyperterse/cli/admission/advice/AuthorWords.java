package dev.hyperterse.cli.admission.advice;

import dev.hyperterse.compiler.admission.Spelling;
import dev.hyperterse.compiler.admission.Synonyms;
import dev.hyperterse.compiler.admission.schema.Schema;
import dev.hyperterse.compiler.admission.violation.AddressPasswords;
import dev.hyperterse.compiler.admission.violation.GoText;
import dev.hyperterse.compiler.admission.violation.ObjectPath;
import dev.hyperterse.compiler.admission.violation.Violation;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Objections of the API server, said to the author of a manifest: what is wrong, and what to write instead. Where its
 * own words are plain, they stay.
 */
public record AuthorWords(Schema root, Map<?, ?> object) {
    private static final String METADATA_NAME = "metadata.name";
    private static final Pattern EXACTLY_ONE = Pattern.compile("exactly one of ([A-Za-z, ]+) must be set");
    private static final Pattern RATE = Pattern.compile("([0-9]+) ?/ ?[a-z]+");

    /** A field of the object: its schema where it has one, and its value where that is written. */
    private record Field(String name, Optional<Schema> schema, Optional<Object> value) {}

    public Problem said(Violation violation) {
        var field = field(violation.path());
        return switch (violation.cause()) {
            case WRONG_TYPE -> wrongType(violation, field);
            case REQUIRED ->
                violation.remedy().isEmpty()
                        ? required(violation, field, parent(violation.path()))
                        : violation.asProblem();
            case UNSUPPORTED -> unsupported(violation, field);
            case INVALID -> invalid(violation, field);
            case TOO_LONG, TOO_MANY, DUPLICATE, UNKNOWN_FIELD -> violation.asProblem();
        };
    }

    private Field field(ObjectPath path) {
        var field = new Field("", Optional.of(root), Optional.of(object));
        for (var segment : path.text().isEmpty() ? List.<String>of() : FieldPath.segments(path.text())) {
            var item = isIndex(segment)
                    && field.value().filter(List.class::isInstance).isPresent();
            var schema = item
                    ? field.schema().flatMap(it -> it.items().schema())
                    : field.schema().flatMap(it -> it.fields().of(segment));
            field = new Field(
                    item ? field.name() : segment, schema, field.value().flatMap(value -> member(value, segment)));
        }
        return field;
    }

    private static boolean isIndex(String segment) {
        return !segment.isEmpty() && segment.chars().allMatch(Character::isDigit);
    }

    private static Optional<Object> member(Object value, String segment) {
        return switch (value) {
            case Map<?, ?> map -> Optional.ofNullable(map.get(segment));
            case List<?> list
            when isIndex(segment) && Integer.parseInt(segment) < list.size() ->
                Optional.ofNullable(list.get(Integer.parseInt(segment)));
            default -> Optional.empty();
        };
    }

    private Problem wrongType(Violation violation, Field field) {
        var schema = field.schema();
        if (schema.isEmpty() || schema.get().type().isEmpty() || schema.get().integerOrText()) {
            return violation.asProblem();
        }
        var value = field.value();
        var wanted = schema.get().type();
        var message = "must be %s, not %s"
                .formatted(typeName(wanted), value.map(AuthorWords::typeName).orElse("empty"));
        return problem(violation, message, remedy(violation, field, schema.get()));
    }

    private static String remedy(Violation violation, Field field, Schema schema) {
        var value = field.value();
        if (value.filter(Number.class::isInstance).isPresent() && schema.isDuration()) {
            return "write the unit: " + GoText.value(value.get()) + "s";
        }
        var rate = value.filter(String.class::isInstance).map(text -> RATE.matcher((String) text));
        if (schema.type().equals("integer") && rate.filter(it -> it.matches()).isPresent()) {
            return "rates are calls in a minute: " + rate.get().group(1);
        }
        if (violation.path().text().endsWith("]")
                && (schema.type().equals("object") || violation.remedy().isEmpty())) {
            return "write %s: [%s]".formatted(field.name(), FieldExamples.of(field.name(), schema, value.orElse("")));
        }
        return schema.type().equals("object")
                        || schema.type().equals("array")
                        || value.filter(it -> it instanceof Map<?, ?> || it instanceof List<?>)
                                .isPresent()
                ? "write %s: %s".formatted(field.name(), FieldExamples.of(field.name(), schema, value.orElse("")))
                : violation.remedy();
    }

    /** The object that lacks a field, as far as it is written. */
    private Object parent(ObjectPath path) {
        Optional<Object> value = Optional.of(object);
        var segments = path.text().isEmpty() ? List.<String>of() : FieldPath.segments(path.text());
        for (var segment : segments.subList(0, Math.max(0, segments.size() - 1))) {
            value = value.flatMap(it -> member(it, segment));
        }
        return value.orElse("");
    }

    private static Problem required(Violation violation, Field field, Object parent) {
        return field.schema()
                .map(schema -> violation.withRemedy(
                        schema.choices().isEmpty()
                                ? "write %s: %s".formatted(field.name(), FieldExamples.of(field.name(), schema, parent))
                                : "write %s: one of %s".formatted(field.name(), words(schema))))
                .orElse(violation)
                .asProblem();
    }

    private static Problem unsupported(Violation violation, Field field) {
        var choices = field.schema()
                .map(schema -> schema.choices().stream().map(Object::toString).toList())
                .orElse(List.of());
        return field.value()
                .map(Object::toString)
                .flatMap(written -> Synonyms.choice(written, choices)
                        .or(() -> Spelling.nearest(written, choices).map("did you mean %s?"::formatted)))
                .map(violation::withRemedy)
                .orElse(violation)
                .asProblem();
    }

    private Problem invalid(Violation violation, Field field) {
        if (violation.path().text().equals(METADATA_NAME) && field.value().isPresent()) {
            return name(violation, field.value().get().toString());
        }
        var pattern = field.schema()
                .flatMap(schema -> schema.text().pattern())
                .filter(it -> violation.message().contains(" in body should match "))
                .flatMap(it -> PatternWords.of(it.pattern()));
        if (pattern.isPresent()) {
            var quoted = field.value()
                    .map(value -> "'" + AddressPasswords.masked(value.toString()) + "' ")
                    .orElse("");
            return problem(
                    violation, quoted + pattern.get().wrong(), pattern.get().remedy());
        }
        return rule(violation, field);
    }

    private Problem name(Violation violation, String written) {
        var usable =
                written.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        var visible = root.fields()
                        .of("spec")
                        .map(spec -> spec.fields().named().containsKey("name"))
                        .orElse(false)
                ? "; what clients see may be spec.name: " + written
                : "";
        return problem(
                violation,
                "'%s' is not a name in Kubernetes, which are lower-case letters, digits and -".formatted(written),
                "write " + (usable.isEmpty() ? "another" : usable) + visible);
    }

    /** A rule in CEL, with what the object has. */
    private static Problem rule(Violation violation, Field field) {
        if (!(field.value().orElse("") instanceof Map<?, ?> map)) {
            return violation.asProblem();
        }
        var oneOf = EXACTLY_ONE.matcher(violation.message());
        if (oneOf.find()) {
            var set = Arrays.stream(oneOf.group(1).split(", | and "))
                    .filter(map::containsKey)
                    .toList();
            return violation
                    .withRemedy(
                            set.isEmpty()
                                    ? "none of them is set" + example(oneOf.group(1), field)
                                    : "keep one of " + String.join(" and ", set))
                    .asProblem();
        }
        return AddressWords.of(violation, map).orElseGet(() -> ofValues(violation, map));
    }

    private static String example(String names, Field field) {
        var first = names.contains("valueFrom") ? "valueFrom" : names.split(",| and ")[0];
        return field.schema()
                .flatMap(schema -> schema.fields().of(first))
                .map(schema -> "; write %s: %s".formatted(first, FieldExamples.of(first, schema, "")))
                .orElse("");
    }

    private static Problem ofValues(Violation violation, Map<?, ?> map) {
        return violation.message().contains("default must be one of enum")
                ? violation
                        .withRemedy("the default is %s, and enum has %s".formatted(map.get("default"), map.get("enum")))
                        .asProblem()
                : violation.asProblem();
    }

    private static String words(Schema schema) {
        return String.join(", ", schema.choices().stream().map(Object::toString).toList());
    }

    private static String typeName(Object value) {
        return switch (value) {
            case Map<?, ?> _ -> typeName("object");
            case List<?> _ -> typeName("array");
            case Boolean _ -> typeName("boolean");
            case Double _ -> typeName("number");
            case Number _ -> typeName("integer");
            default -> typeName("string");
        };
    }

    private static String typeName(String type) {
        return switch (type) {
            case "object" -> "an object";
            case "array" -> "a list";
            case "boolean" -> "true or false";
            case "integer" -> "a whole number";
            case "number" -> "a number";
            default -> "a text";
        };
    }

    private static Problem problem(Violation violation, String message, String remedy) {
        return Reason.InvalidSpec.problem(violation.path().text(), violation.rule(), message, remedy);
    }
}
