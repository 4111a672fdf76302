package dev.hyperterse.cli.imports;

import dev.hyperterse.cli.document.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** Reads lists of parameters with {@code name}, {@code type} and bounds, as MCP Toolbox and dbhub write them. */
public final class Parameters {
    private static final Pattern EXPRESSION = Pattern.compile("[\\\\^$*+?()\\[\\]{}|]");
    private static final int LONGEST_CHOICE = 256;
    /** The most values of an enum. */
    public static final int MOST_CHOICES = 128;

    private Parameters() {}

    /** @throws NotImported for one without a counterpart */
    public static ImportedInput input(Tree parameter) {
        var name = parameter.text("name");
        if (name.isEmpty()) {
            throw new NotImported("a parameter has no name", "");
        }
        var type = type(name, parameter.text("type"));
        var rules = new LinkedHashMap<String, Object>();
        for (var unknown : List.of("excludedValues", "embeddedBy")) {
            if (parameter.field(unknown).isPresent()) {
                throw new NotImported("parameter %s has %s, which inputs have not".formatted(name, unknown), "");
            }
        }
        if (type.equals("array")) {
            var items = parameter.field("items").map(item -> type(name, item.text("type")));
            if (items.filter(item -> item.equals("array") || item.equals("object"))
                    .isPresent()) {
                throw new NotImported("parameter %s is a list of lists or objects".formatted(name), "");
            }
            var itemRules = new LinkedHashMap<String, Object>();
            itemRules.put("type", items.orElse("string"));
            parameter
                    .field("items")
                    .flatMap(Parameters::allowedValues)
                    .ifPresent(values -> allowed(name, values, itemRules));
            if (itemRules.containsKey("pattern")) {
                throw new NotImported("parameter %s has a pattern for its items".formatted(name), "");
            }
            rules.put("items", itemRules);
        }
        allowedValues(parameter).ifPresent(values -> allowed(name, values, rules));
        parameter.field("minValue").ifPresent(least -> rules.put("minimum", least.content()));
        parameter.field("maxValue").ifPresent(most -> rules.put("maximum", most.content()));
        var fallback = parameter.field("default").map(Tree::content).map(Parameters::text);
        fallback.ifPresent(value -> rules.put("default", value));
        if (fallback.isEmpty()
                && parameter
                        .field("required")
                        .filter(it -> Boolean.FALSE.equals(it.content()))
                        .isPresent()) {
            rules.put("optional", true);
        }
        return new ImportedInput(
                ImportedNames.input(name), type, parameter.text("description").strip(), rules);
    }

    /** A number of rows is not negative. */
    public static void countsRows(ImportedInput input) {
        if (input.type().equals("int") && !input.rules().containsKey("enum")) {
            input.rules().putIfAbsent("minimum", 0L);
        }
    }

    private static String type(String name, String type) {
        return switch (type) {
            case "string", "float", "boolean", "array" -> type;
            case "integer", "int" -> "int";
            case "number" -> "float";
            case "map" -> "object";
            default -> throw new NotImported("parameter %s has the type '%s'".formatted(name, type), "");
        };
    }

    private static Optional<Tree> allowedValues(Tree parameter) {
        return parameter.field("allowedValues").or(() -> parameter.field("allowed_values"));
    }

    /** Texts that are no expressions are an enum; expressions have to match as a whole. */
    private static void allowed(String name, Tree values, Map<String, Object> rules) {
        var texts =
                values.items().stream().map(Tree::content).map(Parameters::text).toList();
        if (texts.isEmpty() || rules.containsKey("items")) {
            throw new NotImported("parameter %s has allowed values that an input cannot have".formatted(name), "");
        }
        if (texts.size() <= MOST_CHOICES
                && texts.stream()
                        .allMatch(text -> text.length() <= LONGEST_CHOICE
                                && !EXPRESSION.matcher(text).find())) {
            rules.put("enum", texts);
        } else {
            rules.put("pattern", texts.stream().collect(Collectors.joining("|", "^(?:", ")$")));
        }
    }

    /** As the API has values of inputs: always a text. */
    public static String text(Object value) {
        return value instanceof String text ? text : JsonMapper.shared().writeValueAsString(value);
    }

    /** The input that a parameter of a statement is of. @param number from 1 */
    public static ImportedInput numbered(List<ImportedInput> inputs, int number) {
        return Optional.of(number)
                .filter(it -> it >= 1 && it <= inputs.size())
                .map(it -> inputs.get(it - 1))
                .orElseThrow(() -> new NotImported(
                        "its statement has parameter %d, and it lists %d".formatted(number, inputs.size()), ""));
    }

    /** A statement with <code>$1</code> or <code>?</code> for each of the inputs in their order. */
    public static String bound(String statement, String engine, List<ImportedInput> inputs) {
        var next = new int[1];
        var numbered = engine.equals("Postgres");
        return SqlParameters.replaced(
                engine,
                SqlParameters.trimmed(statement),
                numbered ? "\\$(?<number>[0-9]{1,4})(?![0-9])" : "\\?",
                found -> {
                    var input = numbered(
                            inputs, numbered ? Integer.parseInt(found.text().group("number")) : ++next[0]);
                    if (found.countsRows()) {
                        countsRows(input);
                    }
                    return Optional.of(input.placeholder());
                });
    }
}
