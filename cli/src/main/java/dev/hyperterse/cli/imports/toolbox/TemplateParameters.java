package dev.hyperterse.cli.imports.toolbox;

import dev.hyperterse.cli.imports.DatabaseNames;
import dev.hyperterse.cli.imports.ImportedInput;
import dev.hyperterse.cli.imports.NotImported;
import dev.hyperterse.cli.imports.Parameters;
import dev.hyperterse.cli.imports.SqlParameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parameters that Toolbox pastes into SQL: values are bound here, and names and words have to be of an enum.
 *
 * @param engine as adapters name it
 * @param names of the database, if it was asked
 * @param asked gets each parameter whose enum they are
 */
record TemplateParameters(
        Map<String, ImportedInput> inputs,
        String engine,
        Optional<DatabaseNames> names,
        Consumer<ImportedInput> asked) {
    private static final String ACTION = "(?!\\{\\{ inputs\\.)\\{\\{-?\\s*(?<action>[^{}]*?)\\s*-?}}";
    private static final Pattern ACTION_NAME = Pattern.compile("(?<array>array\\s+)?\\.(?<name>\\w+)");
    private static final Pattern KEYWORD = Pattern.compile("(?i)(?:asc|desc|nulls|first|last|and|or|not|\\s)+");

    String written(String statement) {
        var outside = SqlParameters.replaced(engine, statement, ACTION, found -> {
            var input = input(found.text().group("action"));
            if (found.countsRows()) {
                Parameters.countsRows(input);
            }
            return Optional.of(pasted(input, found.before(), statement));
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

    private String pasted(ImportedInput input, String before, String statement) {
        var list = input.type().equals("array");
        if (!list && !input.type().equals("string")) {
            return input.placeholder();
        }
        var rules = rules(input);
        if (!rules.containsKey("enum") && !rules.containsKey("pattern")) {
            names.flatMap(known -> known.behind(before, statement)).ifPresent(known -> {
                rules.put("enum", choices(input, known));
                asked.accept(input);
            });
        }
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
                names.isPresent()
                        ? "list its allowedValues"
                        : "list its allowedValues; with --database it may be a name of a table or column there");
    }

    /** The rules of a value, which are those of the items of a list. */
    @SuppressWarnings("unchecked") // both are made by Parameters
    private static Map<String, Object> rules(ImportedInput input) {
        return input.rules().get("items") instanceof Map<?, ?> items ? (Map<String, Object>) items : input.rules();
    }

    /** Without quotes PostgreSQL does not find a name with capital letters. */
    private List<String> choices(ImportedInput input, List<String> known) {
        var found = known.stream()
                .filter(name -> !engine.equals("Postgres") || !hasUpperCase(name))
                .toList();
        if (found.isEmpty() || found.size() > Parameters.MOST_CHOICES) {
            throw new NotImported(
                    "parameter %s would be one of %d names of the database; an enum has 1 to %d"
                            .formatted(input.name(), found.size(), Parameters.MOST_CHOICES),
                    "list its allowedValues");
        }
        return found;
    }

    private static boolean hasUpperCase(Object choice) {
        return choice.toString().chars().anyMatch(Character::isUpperCase);
    }
}
