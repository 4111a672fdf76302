package dev.hyperterse.compiler.statement;

import dev.hyperterse.catalog.statement.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * An expression of one dialect over one input.
 *
 * @param text a question mark stands for the value of the input
 */
record LiteralExpression(String input, String text) {
    private static final List<String> TEXTS = List.of(
            "x", "y", "", "it's", "a\"b", "back\\slash", "%_", "é漢😀", "-- x", "1 OR 1=1", " pad ", "line\nfeed");

    static List<LiteralExpression> of(Dialect dialect) {
        return switch (dialect) {
            case POSTGRES ->
                all(
                        texts(
                                "char_length(?)",
                                "'<' || ?",
                                "? || '>'",
                                "reverse(?)",
                                "md5(?)",
                                "strpos(?, ' ')",
                                "initcap(?)"),
                        of(
                                "s",
                                "?::text",
                                "starts_with(?, 'x')",
                                "octet_length(?)",
                                "position('x' in ?)",
                                "?::varchar(2)"),
                        integers(
                                "?::bigint",
                                "left('abcdef', ?)",
                                "repeat('a', ? % 9)",
                                "DATE '2026-01-01' + ?",
                                "pg_typeof(?)"),
                        decimals("floor(?)", "pg_typeof(?)", "?::float8", "?::int"),
                        booleans("? AND NULL", "pg_typeof(?)", "?::int"),
                        of("day", "?::date", "extract(year from ?::date)", "?::date + 1", "to_char(?::date, 'DDD')"),
                        of("day", "(SELECT count(*) FROM item WHERE born = ?)", "date_trunc('month', ?::date)"),
                        of(
                                "d",
                                "?::timestamptz",
                                "extract(epoch from ?::timestamptz)",
                                "date_trunc('hour', ?::timestamptz)"));
            case MYSQL ->
                all(
                        of("s", "?", "char_length(?)", "upper(?)", "concat('<', ?, '>')", "? = 'x'", "? LIKE 'x%'"),
                        of("s", "reverse(?)", "hex(?)", "coalesce(?, 'none')", "? IN ('x', 'y')", "nullif(?, 'x')"),
                        of("s", "(SELECT count(*) FROM item WHERE name = ?)", "replace(?, 'x', 'y')", "md5(?)"),
                        of(
                                "i",
                                "?",
                                "? + 1",
                                "-?",
                                "? * 2",
                                "? % 7",
                                "? DIV 3",
                                "? / 4",
                                "abs(?)",
                                "? BETWEEN 0 AND 10"),
                        of(
                                "i",
                                "? = 5",
                                "left('abcdef', ?)",
                                "repeat('a', ? % 9)",
                                "DATE '2026-01-01' + INTERVAL ? DAY"),
                        of("i", "(SELECT count(*) FROM item WHERE id = ?)"),
                        of("f", "?", "? + 1", "round(?, 1)", "? > 1", "floor(?)"),
                        of("f", "(SELECT count(*) FROM item WHERE price = ?)"),
                        of("b", "?", "NOT ?", "? = TRUE", "(SELECT count(*) FROM item WHERE paid = ?)"),
                        of("day", "date(?)", "year(?)", "datediff(?, '2026-01-01')"),
                        of("day", "(SELECT count(*) FROM item WHERE born = ?)"));
            case SQLITE ->
                all(
                        texts(
                                "length(?)",
                                "'<' || ? || '>'",
                                "hex(?)",
                                "instr(?, 'x')",
                                "typeof(?)",
                                "unicode(?)",
                                "quote(?)"),
                        of(
                                "s",
                                "? GLOB 'x*'",
                                "? COLLATE NOCASE = 'X'",
                                "substr(?, 2)",
                                "ltrim(?)",
                                "ifnull(?, 'none')"),
                        integers("typeof(?)", "hex(?)", "? | 8", "substr('abcdef', ?)", "char(? % 90)", "? || ''"),
                        decimals("typeof(?)", "round(?)", "? || ''", "CAST(? AS INTEGER)"),
                        booleans("typeof(?)", "? + 1"),
                        of("day", "date(?)", "strftime('%Y', ?)", "julianday(?)", "date(?, '+1 day')", "typeof(?)"),
                        of("day", "(SELECT count(*) FROM item WHERE born = ?)"),
                        of("d", "?", "datetime(?)", "julianday(?)", "(SELECT count(*) FROM item WHERE created = ?)"));
        };
    }

    List<?> values() {
        return switch (input) {
            case "s" -> TEXTS;
            case "i" -> List.of(0, 1, -1, 5, 7, 42, 2_147_483_648L, 9_007_199_254_740_993L);
            case "f" -> List.of(0.5, 1.5, -2.25, 100.125, 3.5);
            case "b" -> List.of(true, false);
            case "day" -> List.of("2026-01-02", "1969-12-31", "2024-02-29", "9999-12-31");
            case "d" -> List.of("2026-01-02T03:04:05Z", "1969-12-31T23:59:59Z", "2026-01-02T03:04:05.123456+02:00");
            default -> throw new IllegalArgumentException(input);
        };
    }

    private static List<LiteralExpression> texts(String... own) {
        return both(
                of(
                        "s",
                        "?",
                        "upper(?)",
                        "lower(?)",
                        "? = 'x'",
                        "? <> 'y'",
                        "? < 'm'",
                        "? LIKE 'x%'",
                        "coalesce(?, 'none')",
                        "? IN ('x', 'y')",
                        "nullif(?, 'x')",
                        "replace(?, 'x', 'y')",
                        "trim(?)",
                        "CASE ? WHEN 'x' THEN 'a' ELSE 'b' END",
                        "(SELECT count(*) FROM item WHERE name = ?)",
                        "(SELECT count(*) FROM item WHERE name = ? OR note = ?)"),
                of("s", own));
    }

    private static List<LiteralExpression> integers(String... own) {
        return both(
                of(
                        "i",
                        "?",
                        "? + 1",
                        "- ?",
                        "? * 2",
                        "? % 7",
                        "? / 4",
                        "abs(?)",
                        "? BETWEEN 0 AND 10",
                        "? = 5",
                        "? IN (1, 5, 42)",
                        "coalesce(?, 0)",
                        "CASE WHEN ? > 5 THEN 'a' ELSE 'b' END",
                        "(SELECT count(*) FROM item WHERE id = ?)"),
                of("i", own));
    }

    private static List<LiteralExpression> decimals(String... own) {
        return both(
                of(
                        "f",
                        "?",
                        "? + 1",
                        "? * 2",
                        "- ?",
                        "? > 1",
                        "abs(?)",
                        "round(?, 1)",
                        "? BETWEEN 0 AND 2",
                        "(SELECT count(*) FROM item WHERE price = ?)"),
                of("f", own));
    }

    private static List<LiteralExpression> booleans(String... own) {
        return both(
                of(
                        "b",
                        "?",
                        "NOT ?",
                        "? = TRUE",
                        "? OR FALSE",
                        "CASE WHEN ? THEN 'a' ELSE 'b' END",
                        "(SELECT count(*) FROM item WHERE paid = ?)"),
                of("b", own));
    }

    private static List<LiteralExpression> of(String input, String... texts) {
        return Stream.of(texts).map(text -> new LiteralExpression(input, text)).toList();
    }

    private static List<LiteralExpression> both(List<LiteralExpression> common, List<LiteralExpression> own) {
        return Stream.concat(common.stream(), own.stream()).toList();
    }

    @SafeVarargs
    private static List<LiteralExpression> all(List<LiteralExpression>... lists) {
        List<LiteralExpression> all = new ArrayList<>();
        for (var list : lists) {
            all.addAll(list);
        }
        return all;
    }
}
