package dev.hyperterse.cli.init.schema;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The columns that tell people which row it is, such as a title; a first and a last name are two. */
public final class TableLabel {
    private static final List<String> WORDS = List.of(
            "name", "title", "fullname", "displayname", "label", "username", "subject", "email", "code", "number");

    private TableLabel() {}

    /** Empty where a table has none. */
    public static List<Column> of(Table table) {
        var texts = table.columns().stream()
                .filter(column ->
                        column.type() == ColumnType.TEXT && column.choices().isEmpty())
                .toList();
        var person = Stream.of("firstname", "lastname")
                .flatMap(word -> first(texts, column -> letters(column.name()).equals(word)).stream())
                .toList();
        if (person.size() == 2) {
            return person;
        }
        var own = letters(table.name().name());
        return Stream.<Predicate<Column>>concat(
                        WORDS.subList(0, 5).stream()
                                .map(word -> column -> letters(column.name()).equals(word)),
                        Stream.concat(
                                Stream.<Predicate<Column>>of(
                                        column -> own.startsWith(letters(column.name())),
                                        column -> letters(column.name()).endsWith("name")
                                                && !letters(column.name()).matches("(first|last|file|user).*")),
                                WORDS.subList(5, WORDS.size()).stream()
                                        .map(word ->
                                                column -> letters(column.name()).equals(word))))
                .flatMap(rule -> first(texts, rule).stream())
                .limit(1)
                .toList();
    }

    private static Optional<Column> first(List<Column> columns, Predicate<Column> rule) {
        return columns.stream().filter(rule).findFirst();
    }

    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
    }
}
