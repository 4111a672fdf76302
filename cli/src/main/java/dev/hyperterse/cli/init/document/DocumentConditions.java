package dev.hyperterse.cli.init.document;

import dev.hyperterse.cli.init.generate.Input;
import dev.hyperterse.cli.init.generate.Yaml;
import dev.hyperterse.cli.init.naming.UniqueNames;
import dev.hyperterse.cli.init.naming.Words;
import dev.hyperterse.engines.mongodb.SurveyedCollection.Type;
import java.util.List;

/**
 * The conditions of a list on one field, and the arguments that they read.
 *
 * @param names of arguments, which are given once
 */
record DocumentConditions(UniqueNames names) {
    /** @param json a filter of MongoDB */
    record Condition(Input input, String json) {}

    /** Those that hold without their argument. No index serves them, so they are for small collections. */
    List<Condition> optional(DocumentField field) {
        if (field.isTitle()) {
            var input = field.input(name(field), false, "Part of it, in any case", "default: \"\"");
            // A regular expression has no value that says nothing, so the empty text does.
            return List.of(new Condition(
                    input,
                    "{\"$or\": [{\"$expr\": {\"$eq\": [\"%s\", \"\"]}}, {%s: {\"$regex\": \"{{ inputs.%s | regex }}\", \"$options\": \"i\"}}]}"
                            .formatted(input.placeholder(), Yaml.quoted(field.path()), input.name())));
        }
        return conditions(field, true).stream()
                .map(condition -> new Condition(
                        condition.input(),
                        "{\"$or\": [{\"$expr\": {\"$eq\": [\"%s\", null]}}, %s]}"
                                .formatted(condition.input().placeholder(), condition.json())))
                .toList();
    }

    /** Those whose arguments are required, so that an index serves them. */
    List<Condition> required(DocumentField field) {
        return conditions(field, false);
    }

    private List<Condition> conditions(DocumentField field, boolean optional) {
        if (!field.isRange()) {
            var input = field.input(name(field), optional, field.list() ? "One of the items has to be this" : "");
            return List.of(new Condition(input, "{%s: %s}".formatted(Yaml.quoted(field.path()), field.value(input))));
        }
        var time = field.type() == Type.TIMESTAMP;
        var from = field.input(
                names.first("_", time ? words(field) + "_from" : "min_" + words(field)),
                optional,
                time ? "On or after" : "At least");
        var to = field.input(
                names.first("_", time ? words(field) + "_before" : "max_" + words(field)),
                optional,
                time ? "Before" : "At most");
        return List.of(condition(field, "$gte", from), condition(field, time ? "$lt" : "$lte", to));
    }

    private static Condition condition(DocumentField field, String operator, Input input) {
        return new Condition(
                input, "{%s: {\"%s\": %s}}".formatted(Yaml.quoted(field.path()), operator, field.value(input)));
    }

    private String name(DocumentField field) {
        return names.first("_", words(field));
    }

    private static String words(DocumentField field) {
        return Words.of(field.path(), "field").replace('-', '_');
    }
}
