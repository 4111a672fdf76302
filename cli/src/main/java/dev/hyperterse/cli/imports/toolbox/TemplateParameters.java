package dev.hyperterse.cli.imports.toolbox;

import dev.hyperterse.cli.imports.ImportedInput;
import dev.hyperterse.cli.imports.NotImported;
import dev.hyperterse.cli.imports.Parameters;
import dev.hyperterse.cli.imports.SqlParameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parameters that Toolbox pastes into SQL: values are bound here, and names and words have to be of an enum.
 *
 * @param engine as adapters name it
 */
record TemplateParameters(Map<String, ImportedInput> inputs, String engine) {
    private static final String ACTION = "(?!\\{\\{ inputs\\.)\\{\\{-?\\s*(?<action>[^{}]*?)\\s*-?}}";
    private static final Pattern ACTION_NAME = Pattern.compile("(?<array>array\\s+)?\\.(?<name>\\w+)");
    private static final Pattern KEYWORD = Pattern.compile("(?i)(?:asc|desc|nulls|first|last|and|or|not|\\s)+");

    String written(String statement) {
        var outside = SqlParameters.replaced(engine, statement, ACTION, found -> {
            var input = input(found.text().group("action"));
            if (found.countsRows()) {
                Parameters.countsRows(input);
            }
            return Optional.of(pasted(input));
        });
        return Pattern.compile(ACTION)
                .matcher(outside)
                .replaceAll(found ->
                        Matcher.quoteReplacement(input(found.group("action")).placeholder()));
    }

    private ImportedInput input(String action) {
        var name = ACTION_NAME.matcher(action);
        var input = name.matches() ? inputs.get(name.group("name")) : null;
        // Without the function, Go writes a list between brackets.
        if (input != null && input.type().equals("array") != (name.group("array") != null)) {
            input = null;
        }
        if (input == null) {
            throw new NotImported(
                    "'{{%s}}' pastes text into its SQL".formatted(action),
                    "write the SQL with parameters, which are values, or one tool for each form of it");
        }
        return input;
    }

    private String pasted(ImportedInput input) {
        var list = input.type().equals("array");
        if (!list && !input.type().equals("string")) {
            return input.placeholder();
        }
        var rules = list ? (Map<?, ?>) input.rules().get("items") : input.rules();
        if (rules.get("enum") instanceof List<?> choices) {
            var words = !list
                    && choices.stream().allMatch(choice -> KEYWORD.matcher(choice.toString())
                            .matches());
            // Without quotes PostgreSQL reads a name in lower case, and an identifier is quoted.
            if (!words && engine.equals("Postgres") && choices.stream().anyMatch(TemplateParameters::hasUpperCase)) {
                throw new NotImported(
                        "parameter %s has names with capital letters, which its SQL has without quotes"
                                .formatted(input.name()),
                        "write its allowedValues in lower case");
            }
            return input.chosen(list ? "identifiers" : words ? "keyword" : "identifier");
        }
        throw new NotImported(
                "parameter %s is pasted into its SQL, and may be any text".formatted(input.name()),
                "list its allowedValues, or make it one of parameters, which are values");
    }

    private static boolean hasUpperCase(Object choice) {
        return choice.toString().chars().anyMatch(Character::isUpperCase);
    }
}
