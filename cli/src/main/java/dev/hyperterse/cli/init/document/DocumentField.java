package dev.hyperterse.cli.init.document;

import dev.hyperterse.cli.init.generate.Input;
import dev.hyperterse.cli.init.naming.Names;
import dev.hyperterse.cli.init.naming.Units;
import dev.hyperterse.engines.mongodb.SurveyedCollection;
import dev.hyperterse.engines.mongodb.SurveyedCollection.Type;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A field whose values can be compared with an argument.
 *
 * @param path with dots
 * @param list whether a list matches by one of its items
 */
record DocumentField(String path, Type type, boolean list) {
    private static final Set<Type> COMPARED =
            EnumSet.of(Type.TEXT, Type.INTEGER, Type.NUMBER, Type.BOOLEAN, Type.TIMESTAMP, Type.OBJECT_ID, Type.UUID);
    private static final String OBJECT_ID = "pattern: \"^[0-9a-fA-F]{24}$\"";

    /** Empty where its values have several types, or one that no argument has. */
    static Optional<DocumentField> of(String path, SurveyedCollection.Field field) {
        var types = field.types();
        var numbers = types.equals(Set.of(Type.INTEGER, Type.NUMBER));
        if (types.size() != 1 && !numbers) {
            return Optional.empty();
        }
        var type = numbers ? Type.NUMBER : types.iterator().next();
        return COMPARED.contains(type) ? Optional.of(new DocumentField(path, type, field.list())) : Optional.empty();
    }

    /** Texts that people know a part of. */
    boolean isTitle() {
        return type == Type.TEXT
                && !list
                && path.toLowerCase(Locale.ROOT).matches("(.*[._])?(.*name|title|label|subject)");
    }

    boolean isRange() {
        return !list
                && switch (type) {
                    case TIMESTAMP, NUMBER -> true;
                    case INTEGER -> !Names.isCode(path);
                    case TEXT, BOOLEAN, OBJECT_ID, UUID, BINARY, DOCUMENT, OTHER -> false;
                };
    }

    /** The unit that the name of a number says, or nothing. */
    private String unit() {
        return type == Type.INTEGER || type == Type.NUMBER ? Units.described(path, "") : "";
    }

    /** An argument for it. @param more further fields as YAML */
    Input input(String name, boolean optional, String description, String... more) {
        var rules = new ArrayList<>(List.of(more));
        if (type == Type.OBJECT_ID) {
            rules.add(OBJECT_ID);
        }
        return new Input(
                name,
                switch (type) {
                    case INTEGER -> "int";
                    case NUMBER -> "float";
                    case BOOLEAN -> "boolean";
                    case TIMESTAMP -> "datetime";
                    case TEXT, OBJECT_ID, UUID, BINARY, DOCUMENT, OTHER -> "string";
                },
                type == Type.UUID ? Optional.of("uuid") : Optional.empty(),
                optional,
                Stream.of(description, unit()).filter(it -> !it.isEmpty()).collect(Collectors.joining(": ")),
                List.of(),
                rules);
    }

    /** An argument as a value of the engine, in extended JSON. */
    String value(Input input) {
        var value = "\"" + input.placeholder() + "\"";
        return switch (type) {
            case OBJECT_ID -> "{\"$oid\": %s}".formatted(value);
            case UUID -> "{\"$uuid\": %s}".formatted(value);
            case TEXT, INTEGER, NUMBER, BOOLEAN, TIMESTAMP, BINARY, DOCUMENT, OTHER -> value;
        };
    }

    /** For people. */
    String inWords() {
        return (list ? "list of " : "")
                + switch (type) {
                    case TEXT -> "text";
                    case INTEGER -> "whole number";
                    case NUMBER -> "number";
                    case BOOLEAN -> "true or false";
                    case TIMESTAMP -> "time";
                    case OBJECT_ID -> "id";
                    case UUID -> "uuid";
                    case BINARY -> "bytes";
                    case DOCUMENT -> "document";
                    case OTHER -> "other";
                }
                + (unit().isEmpty() ? "" : ", " + unit());
    }
}
