package dev.hyperterse.cli.explain;

import dev.hyperterse.cli.admission.advice.FieldExamples;
import dev.hyperterse.cli.explain.FieldPath.Found;
import dev.hyperterse.compiler.admission.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** An explanation in the layout of {@code kubectl explain}. Defaults are in the descriptions: the CRDs have no others. */
public final class FieldText {
    private static final int WIDTH = 88;
    private static final String INDENT = "  ";

    private FieldText() {}

    /** @param recursive lists all fields below by name and type, without descriptions */
    public static List<String> of(Found field, boolean recursive) {
        var schema = field.schema();
        var lines = new ArrayList<String>();
        lines.add("KIND:    " + field.kind().kind());
        lines.add("VERSION: " + field.kind().apiVersion());
        if (!field.isKind()) {
            lines.add("FIELD:   " + title(field.name(), schema, field.required()));
        }
        section(lines, "DESCRIPTION", wrapped(schema.description(), INDENT));
        section(lines, "ENUM", wrapped(String.join(", ", choices(schema)), INDENT));
        section(lines, "RULES", rules(schema).flatMap(FieldText::item).toList());
        section(lines, "EXAMPLE", example(field));
        section(lines, "FIELDS", recursive ? tree(schema, INDENT).toList() : fields(schema));
        return lines;
    }

    private static void section(List<String> lines, String heading, List<String> content) {
        if (!content.isEmpty()) {
            lines.add("");
            lines.add(heading + ":");
            lines.addAll(content);
        }
    }

    private static String title(String name, Schema schema, boolean required) {
        return "%s <%s>%s".formatted(name, type(schema), required ? " -required-" : "");
    }

    private static String type(Schema schema) {
        var items = schema.items().schema();
        if (items.isPresent()) {
            return "[]" + type(items.get());
        }
        return switch (schema.type()) {
            case "object" ->
                schema.fields().others().map(it -> "map[string]" + type(it)).orElse("Object");
            case "" -> schema.integerOrText() ? "integer or string" : "any";
            default -> schema.type();
        };
    }

    private static List<String> choices(Schema schema) {
        return schema.element().choices().stream().map(Object::toString).toList();
    }

    /** Of the value, and of each element of a list or a map. */
    private static Stream<String> rules(Schema schema) {
        return Stream.of(schema, schema.element())
                .distinct()
                .flatMap(it -> it.rules().stream())
                .map(Schema.Rule::message);
    }

    private static Stream<String> item(String text) {
        var lines = wrapped(text, INDENT + INDENT);
        return Stream.concat(
                Stream.of(INDENT + "* " + lines.getFirst().strip()),
                lines.stream().skip(1));
    }

    /** Of fields with fields below: a kind has its examples in the guide, and one value says no more than its type. */
    private static List<String> example(Found field) {
        var schema = field.schema();
        var value = FieldExamples.of(field.name(), schema, "");
        return field.isKind() || schema.element().fields().named().isEmpty() || value.contains("{...}")
                ? List.of()
                : List.of("%s%s: %s".formatted(INDENT, field.name(), value));
    }

    private static List<String> fields(Schema schema) {
        var fields = schema.element().fields();
        return fields.named().entrySet().stream()
                .flatMap(it -> {
                    var below = it.getValue();
                    var values = choices(below);
                    return Stream.of(
                                    List.of(INDENT
                                            + title(
                                                    it.getKey(),
                                                    below,
                                                    fields.required().contains(it.getKey()))),
                                    values.isEmpty()
                                            ? List.<String>of()
                                            : wrapped("enum: " + String.join(", ", values), INDENT + INDENT),
                                    wrapped(below.description(), INDENT + INDENT))
                            .flatMap(List::stream);
                })
                .toList();
    }

    private static Stream<String> tree(Schema schema, String indent) {
        var fields = schema.element().fields();
        return fields.named().entrySet().stream()
                .flatMap(it -> Stream.concat(
                        Stream.of(indent
                                + title(
                                        it.getKey(),
                                        it.getValue(),
                                        fields.required().contains(it.getKey()))),
                        tree(it.getValue(), indent + INDENT)));
    }

    private static List<String> wrapped(String text, String indent) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (var word : text.split(" ")) {
            if (!line.isEmpty() && indent.length() + line.length() + 1 + word.length() > WIDTH) {
                lines.add(indent + line);
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        if (!line.isEmpty()) {
            lines.add(indent + line);
        }
        return lines;
    }
}
