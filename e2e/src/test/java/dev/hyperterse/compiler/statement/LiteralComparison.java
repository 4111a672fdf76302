package dev.hyperterse.compiler.statement;

import dev.hyperterse.catalog.statement.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * Expressions with literals by the engine's own client, over a connection past the product, and with placeholders by the
 * product: both have the same value, or both fail.
 */
final class LiteralComparison {
    private final EngineUnderTest engine;
    private final String asText;
    private final List<String> differences = new ArrayList<>();
    private int compared;

    private LiteralComparison(EngineUnderTest engine) {
        this.engine = engine;
        this.asText = engine.dialect() == Dialect.MYSQL ? "CAST((%s) AS CHAR)" : "CAST((%s) AS TEXT)";
    }

    static LiteralComparison on(EngineUnderTest engine, Connection ownClient) throws SQLException {
        var comparison = new LiteralComparison(engine);
        for (var expression : LiteralExpression.of(engine.dialect())) {
            for (var value : expression.values()) {
                comparison.compare(expression, value, ownClient);
            }
        }
        return comparison;
    }

    /** Each as a line. */
    List<String> differences() {
        return differences;
    }

    int compared() {
        return compared;
    }

    private void compare(LiteralExpression expression, Object value, Connection ownClient) throws SQLException {
        var literal = select(expression.text().replace("?", literal(value)));
        var bound = select(expression.text().replace("?", "{{ inputs." + expression.input() + " }}"));
        var expected = value(ownClient, literal);
        var actual = engine.reading().run(bound, ExampleArguments.with(expression.input(), value));
        compared++;
        if (!expected.map(rows -> isSame(rows, actual)).orElse(!actual.startsWith("["))) {
            differences.add(literal + " is " + expected.orElse("a failure") + ", bound " + actual);
        }
    }

    private String select(String expression) {
        return "SELECT " + asText.formatted(expression) + " AS v";
    }

    /** The row as the product writes it; empty where the engine refuses the statement. */
    private static Optional<String> value(Connection ownClient, String sql) throws SQLException {
        try (var statement = ownClient.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return Optional.of("[{\"v\":" + JsonMapper.shared().writeValueAsString(rows.getString(1)) + "}]");
        } catch (SQLException refused) {
            return Optional.empty();
        }
    }

    private static boolean isSame(String expected, String actual) {
        return actual.startsWith("[")
                && JsonMapper.shared()
                        .readTree(expected)
                        .equals(JsonMapper.shared().readTree(actual));
    }

    private String literal(Object value) {
        return switch (value) {
            case String text -> "'" + escaped(text).replace("'", "''") + "'";
            default -> String.valueOf(value);
        };
    }

    private String escaped(String text) {
        return engine.dialect() == Dialect.MYSQL ? text.replace("\\", "\\\\") : text;
    }
}
