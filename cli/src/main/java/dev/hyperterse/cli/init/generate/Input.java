package dev.hyperterse.cli.init.generate;

import dev.hyperterse.cli.init.schema.Column;
import dev.hyperterse.cli.init.schema.ColumnType;
import dev.hyperterse.cli.init.schema.SqlEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An argument of a tool.
 *
 * @param type as {@code inputs[].type} has it
 * @param choices the only values; empty where there are others
 * @param rules further fields, as YAML
 */
public record Input(
        String name,
        String type,
        Optional<String> format,
        boolean optional,
        String description,
        List<String> choices,
        List<String> rules) {
    private static final int MOST_CHOICES = 128;
    private static final int LONGEST_CHOICE = 100;

    public Input {
        choices = choices.size() <= MOST_CHOICES && choices.stream().allMatch(Input::isUsable) ? choices : List.of();
        if (description.isEmpty()) {
            description = choices.isEmpty() ? "Exactly this one" : "One of these";
        }
    }

    Input(
            String name,
            String type,
            Optional<String> format,
            boolean optional,
            String description,
            List<String> choices) {
        this(name, type, format, optional, description, choices, List.of());
    }

    /** @param description empty where the argument is a value of the column */
    static Input of(String name, Column column, SqlEngine engine, boolean optional, String description) {
        return new Input(
                name,
                switch (column.type()) {
                    case INTEGER -> "int";
                    case NUMBER -> "float";
                    case BOOLEAN -> "boolean";
                    // SQLite compares texts: the argument has to stay as it was written.
                    case TIMESTAMP -> engine == SqlEngine.SQLITE ? "string" : "datetime";
                    case TEXT, DATE, UUID, WORD, BINARY, OTHER -> "string";
                },
                switch (column.type()) {
                    case UUID -> Optional.of("uuid");
                    case DATE -> Optional.of("date");
                    case INTEGER, NUMBER, BOOLEAN, TEXT, TIMESTAMP, WORD, BINARY, OTHER -> Optional.empty();
                },
                optional,
                description,
                column.type() == ColumnType.TEXT || column.type() == ColumnType.WORD ? column.choices() : List.of());
    }

    static Input cursor(String name) {
        return new Input(name, "cursor", Optional.empty(), false, "nextCursor of the page before", List.of());
    }

    public String placeholder() {
        return "{{ inputs.%s }}".formatted(name);
    }

    String yaml() {
        var fields = new ArrayList<String>();
        fields.add("name: " + Yaml.word(name));
        fields.add("type: " + type);
        format.ifPresent(it -> fields.add("format: " + it));
        if (optional) {
            fields.add("optional: true");
        }
        if (!choices.isEmpty()) {
            fields.add("enum: " + Yaml.list(choices.stream().map(Yaml::quoted).toList()));
        }
        fields.addAll(rules);
        fields.add("description: " + Yaml.quoted(description));
        return "{" + String.join(", ", fields) + "}";
    }

    private static boolean isUsable(String choice) {
        return choice.length() <= LONGEST_CHOICE && choice.codePoints().allMatch(Yaml::isText);
    }
}
