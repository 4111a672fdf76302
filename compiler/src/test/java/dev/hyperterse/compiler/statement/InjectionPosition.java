package dev.hyperterse.compiler.statement;

import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * A place for a hostile value in a statement, and what the statement has to find: what a plain comparison in Java does.
 *
 * @param condition on corpus, which holds all hostile values as names
 * @param arguments around the value
 * @param finds whether a row of that name is found by that value
 */
record InjectionPosition(
        String name, String condition, Function<String, Map<String, ?>> arguments, BiPredicate<String, String> finds) {

    /** Positions that both engines have. */
    static List<InjectionPosition> common() {
        return List.of(
                text("value", "name = {{ inputs.s }}", String::equals),
                text("value without blanks", "(name={{inputs.s}})AND id>0", String::equals),
                text("second value", "id > {{ inputs.n }} - 1 AND name = {{ inputs.s }}", String::equals),
                text("quoted value", "name = '{{ inputs.s }}'", String::equals),
                text("part of a string", "'<' || name || '>' = '<{{ inputs.s }}>'", String::equals),
                text(
                        "twice in a string",
                        "name || ' '' ' || name = '{{ inputs.s }} '' {{ inputs.s }}'",
                        String::equals),
                text("before a comment", "name = {{ inputs.s }} -- '\n AND id > 0 /* \" */", String::equals),
                text("beside literal braces", "'{{{{' || name = '{{{{{{ inputs.s }}'", String::equals),
                text("function argument", "length(name) = length({{ inputs.s }})", InjectionPosition::sameLength),
                text("case", "CASE WHEN name = {{ inputs.s }} THEN 1 ELSE 0 END = 1", String::equals),
                text("subquery", "id IN (SELECT id FROM corpus WHERE name = {{ inputs.s }})", String::equals),
                text("null test", "{{ inputs.s }} IS NOT NULL AND name = {{ inputs.s }}", String::equals),
                text("between", "name BETWEEN {{ inputs.s }} AND {{ inputs.s }}", String::equals),
                text("optional filter", "({{ inputs.s }} IS NULL OR name = {{ inputs.s }})", String::equals),
                list("list", "name IN ({{ inputs.names }})", (row, value) -> row.equals(value)),
                list("excluded list", "name NOT IN ({{ inputs.names }})", (row, value) -> !row.equals(value)));
    }

    /** Positions whose SQL or meaning differs. */
    static List<InjectionPosition> postgres() {
        return List.of(
                text("pattern", "name LIKE '%{{ inputs.s | like }}%'", String::contains),
                text("whole pattern", "name LIKE {{ inputs.s | like }}", String::equals),
                text("cast", "name = {{ inputs.s }}::text", String::equals),
                list("array", "name = ANY({{ inputs.names }})", String::equals),
                list("overlap", "ARRAY[name] && {{ inputs.names }}", String::equals),
                list("contained", "{{ inputs.names }} <@ ARRAY[name]", String::equals),
                list("cast array", "name = ({{ inputs.names }}::text[])[2]", String::equals),
                json("document", "name = {{ inputs.o }}::jsonb ->> 'k'"),
                json("quoted document", "name = '{{ inputs.o }}'::jsonb ->> 'k'"),
                json("containment", "jsonb_build_object('k', name) @> {{ inputs.o }}"),
                new InjectionPosition(
                        "JSON array",
                        "{{ inputs.names | json }}::jsonb ? name",
                        value -> Map.of("names", List.of(value)),
                        String::equals),
                text("key operator", "jsonb_build_object(name, 1) ? {{ inputs.s }}", String::equals));
    }

    static List<InjectionPosition> sqlite() {
        return List.of(
                text("pattern", "name LIKE '%{{ inputs.s | like }}%'", InjectionPosition::containsIgnoringAsciiCase),
                text("whole pattern", "name LIKE {{ inputs.s | like }}", InjectionPosition::equalsIgnoringAsciiCase),
                text("cast", "name = CAST({{ inputs.s }} AS TEXT)", String::equals),
                json("document", "name = json_extract({{ inputs.o }}, '$.k')"),
                new InjectionPosition(
                        "JSON array",
                        "name IN (SELECT value FROM json_each({{ inputs.names | json }}))",
                        value -> Map.of("names", List.of(value)),
                        String::equals));
    }

    private static InjectionPosition text(String name, String condition, BiPredicate<String, String> finds) {
        return new InjectionPosition(name, condition, value -> Map.of("s", value), finds);
    }

    private static InjectionPosition list(String name, String condition, BiPredicate<String, String> finds) {
        return new InjectionPosition(name, condition, value -> Map.of("names", List.of(value, value, value)), finds);
    }

    private static InjectionPosition json(String name, String condition) {
        return new InjectionPosition(name, condition, value -> Map.of("o", Map.of("k", value)), String::equals);
    }

    private static boolean sameLength(String row, String value) {
        return row.codePointCount(0, row.length()) == value.codePointCount(0, value.length());
    }

    private static boolean containsIgnoringAsciiCase(String row, String value) {
        return lowerCase(row).contains(lowerCase(value));
    }

    private static boolean equalsIgnoringAsciiCase(String row, String value) {
        return lowerCase(row).equals(lowerCase(value));
    }

    private static String lowerCase(String text) {
        return text.chars()
                .map(character -> character >= 'A' && character <= 'Z' ? character + 32 : character)
                .collect(
                        StringBuilder::new, (lower, character) -> lower.append((char) character), StringBuilder::append)
                .toString();
    }

    String statement() {
        return "SELECT id FROM corpus WHERE " + condition + " ORDER BY id";
    }

    @Override
    public String toString() {
        return name;
    }
}
