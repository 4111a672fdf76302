package dev.hyperterse.cli.ask;

import dev.hyperterse.calls.context.ClientRequest;
import dev.hyperterse.calls.question.MalformedQuestion;
import dev.hyperterse.calls.question.Questions;
import dev.hyperterse.calls.question.UnusableAnswer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One field of a form: what is printed of it, and what a typed line means. */
record FormField(String name, JsonNode schema, boolean required) {
    static FormField of(JsonNode form, String name) {
        var schema = form.path("requestedSchema");
        var required = schema.path("required").valueStream().anyMatch(it -> it.asString("")
                .equals(name));
        return new FormField(name, schema.path("properties").path(name), required);
    }

    /** Name, title, what it takes, and whether it must be given. */
    String label() {
        var about = new ArrayList<String>();
        if (schema.has("title") || schema.has("description")) {
            about.add(Dialog.oneLine(schema.has("title") ? schema.path("title") : schema.path("description")));
        }
        about.add(takes());
        about.add(required ? "required" : "optional");
        return Dialog.oneLine(name) + " (" + String.join("; ", about) + ")";
    }

    private String takes() {
        var choices = choices();
        var all = String.join(", ", choices.keySet());
        return switch (type()) {
            case "boolean" -> "yes or no";
            case "integer" -> "whole number" + bounds("minimum", "maximum");
            case "number" -> "number" + bounds("minimum", "maximum");
            case "array" -> "some of " + all + ", with commas between";
            default ->
                choices.isEmpty()
                        ? schema.path("format").asString("text") + bounds("minLength", "maxLength")
                        : "one of " + all;
        };
    }

    private String bounds(String least, String most) {
        var unit = least.equals("minLength") ? " characters" : "";
        if (schema.has(least) && schema.has(most)) {
            return ", " + schema.path(least) + " to " + schema.path(most) + unit;
        }
        return schema.has(least)
                ? ", at least " + schema.path(least) + unit
                : schema.has(most) ? ", at most " + schema.path(most) + unit : "";
    }

    Optional<String> defaultText() {
        var value = schema.path("default");
        return value.isMissingNode()
                ? Optional.empty()
                : Optional.of(
                        value.isArray()
                                ? String.join(
                                        ",",
                                        value.valueStream()
                                                .map(it -> it.asString(""))
                                                .toList())
                                : value.isBoolean() ? (value.asBoolean() ? "yes" : "no") : value.asString());
    }

    /** The line as a value of this field; a line that is no such value stays a text, and has a fault. */
    JsonNode value(String line) {
        var choices = choices();
        return switch (type()) {
            case "boolean" -> truth(line);
            case "integer", "number" -> number(line);
            case "array" -> {
                var values = JsonMapper.shared().createArrayNode();
                for (var part : line.split(",")) {
                    values.add(choices.getOrDefault(part.strip(), part.strip()));
                }
                yield values;
            }
            default -> text(choices.getOrDefault(line, line));
        };
    }

    /** The fault that the server will find; empty where the form is of a kind that only its server knows. */
    Optional<String> fault(JsonNode value) {
        var form = JsonMapper.shared().createObjectNode().put("message", "one field");
        form.putObject("requestedSchema")
                .put("type", "object")
                .putObject("properties")
                .set(name, schema);
        var content = JsonMapper.shared().createObjectNode();
        content.set(name, value);
        try {
            Questions.of(ClientRequest.Method.ELICIT, form.toString()).read(FormDialog.accepted(content));
            return Optional.empty();
        } catch (MalformedQuestion ofAnotherKind) {
            return Optional.empty();
        } catch (UnusableAnswer unusable) {
            return Optional.of(unusable.getMessage().replaceFirst("^does not fit the form: ", ""));
        }
    }

    private String type() {
        return schema.path("type").asString("");
    }

    /** The values of the choices by what a person types: the value, or its title. */
    private Map<String, String> choices() {
        var choices = new LinkedHashMap<String, String>();
        var of = type().equals("array") ? schema.path("items") : schema;
        of.path("enum").forEach(value -> choices.put(value.asString(""), value.asString("")));
        for (var titled : List.of("oneOf", "anyOf")) {
            of.path(titled)
                    .forEach(choice -> choices.put(
                            Dialog.oneLine(choice.path("title")),
                            choice.path("const").asString("")));
        }
        return choices;
    }

    private static JsonNode truth(String line) {
        return switch (line.toLowerCase(Locale.ROOT)) {
            case "y", "yes", "true" -> JsonMapper.shared().getNodeFactory().booleanNode(true);
            case "n", "no", "false" -> JsonMapper.shared().getNodeFactory().booleanNode(false);
            default -> text(line);
        };
    }

    private static JsonNode number(String line) {
        try {
            var read = JsonMapper.shared().readTree(line);
            return read.isNumber() ? read : text(line);
        } catch (JacksonException noNumber) {
            return text(line);
        }
    }

    private static JsonNode text(String line) {
        return JsonMapper.shared().getNodeFactory().stringNode(line);
    }
}
