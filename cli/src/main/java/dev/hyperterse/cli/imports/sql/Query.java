package dev.hyperterse.cli.imports.sql;

import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.imports.ImportedInput;
import dev.hyperterse.cli.imports.ImportedTool;
import dev.hyperterse.cli.imports.NotImported;
import dev.hyperterse.cli.imports.Parameters;
import dev.hyperterse.cli.imports.SqlParameters;
import dev.hyperterse.cli.imports.ToolBody;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** @param many as sqlc says how many rows there are, such as {@code :one} */
record Query(
        Place place,
        String name,
        String many,
        String description,
        Map<String, SqlFile.Declared> declared,
        String statement) {
    private static final String CAST = "(?:(?=::(?<cast>\\w+(?:\\[\\])?)))?";
    private static final String PARAMETER =
            "(?:sqlc\\.(?<macro>arg|narg|slice)\\(\\s*'?(?<given>\\w+)'?\\s*\\)|(?<![:\\w@])%s(?<named>[A-Za-z_]\\w*)|\\$(?<number>[0-9]{1,4})(?![0-9])%s)"
                    + CAST;

    private static final Pattern SUBSCRIPT = Pattern.compile("(?i)(?<!\\barray)(?<=[\\w\")\\]])\\[[^\\[\\],]*$");

    ImportedTool tool(String adapter, String engine) {
        var inputs = new LinkedHashMap<String, ImportedInput>();
        declared.forEach((input, said) -> inputs.put(input, input(input, said.type(), said.description())));
        var names = List.copyOf(inputs.keySet());
        var next = new int[1];
        // A question mark is an operator of PostgreSQL, and an at sign a variable of MySQL.
        var pattern = PARAMETER.formatted(
                engine.equals("Mysql") ? ":" : "(?:(?<![<>&|!#~*+?-])@|:)",
                engine.equals("Postgres") ? "" : "|(?<mark>\\?)");
        var text = SqlParameters.replaced(engine, SqlParameters.trimmed(statement), pattern, found -> {
            var parameter = found.text();
            if (engine.equals("Postgres")
                    && parameter.group().startsWith(":")
                    && SUBSCRIPT.matcher(found.before()).find()) {
                throw new NotImported(
                        "%s may be a parameter, or the end of a slice".formatted(parameter.group()),
                        "write $1 for a parameter, and the slice with its start, such as [1:n]");
            }
            var named = named(parameter, names, next);
            var input = inputs.computeIfAbsent(
                    named, it -> input(it, type(parameter, found.countsRows()), it.replace('_', ' ')));
            if (found.countsRows()) {
                Parameters.countsRows(input);
            }
            return Optional.of(input.placeholder());
        });
        var more = new LinkedHashMap<String, Object>();
        if (many.equals(":one")) {
            more.put("result", Map.of("shape", "Row"));
        }
        return new ImportedTool(
                place, name, description, List.copyOf(inputs.values()), new ToolBody.Statement(adapter, text), more);
    }

    /** Parameters without a name are those of the comments in their order. */
    private static String named(MatchResult parameter, List<String> names, int[] next) {
        if (parameter.group("given") != null) {
            return parameter.group("given");
        }
        if (parameter.group("named") != null) {
            return parameter.group("named");
        }
        var number = parameter.group("number") == null ? ++next[0] : Integer.parseInt(parameter.group("number"));
        return number <= names.size() && number > 0 ? names.get(number - 1) : "arg" + number;
    }

    private static String type(MatchResult parameter, boolean countsRows) {
        if (countsRows) {
            return "int";
        }
        var cast = Optional.ofNullable(parameter.group("cast")).orElse("text");
        return switch (Optional.ofNullable(parameter.group("macro")).orElse("")) {
            case "narg" -> cast + "?";
            case "slice" -> cast + "[]";
            default -> cast;
        };
    }

    /** @param type a word of SQL or of a programming language, with a question mark where it may be absent */
    private static ImportedInput input(String name, String type, String description) {
        var rules = new LinkedHashMap<String, Object>();
        var word = type.toLowerCase(Locale.ROOT);
        if (word.endsWith("?")) {
            rules.put("optional", true);
            word = word.substring(0, word.length() - 1);
        }
        var ofOne = plain(word.replace("[]", ""));
        if (word.endsWith("[]")) {
            rules.put("items", Map.of("type", ofOne));
            ofOne = "array";
        }
        if (word.equals("uuid") || word.equals("date")) {
            rules.put("format", word);
        }
        return new ImportedInput(name, ofOne, description, rules);
    }

    private static String plain(String word) {
        return switch (word) {
            case "int", "integer", "bigint", "smallint", "int2", "int4", "int8", "long", "number" -> "int";
            case "float", "double", "real", "numeric", "decimal", "float4", "float8" -> "float";
            case "bool", "boolean" -> "boolean";
            case "datetime", "timestamp", "timestamptz" -> "datetime";
            case "object", "json", "jsonb" -> "object";
            default -> "string";
        };
    }
}
