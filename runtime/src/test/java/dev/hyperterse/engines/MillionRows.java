package dev.hyperterse.engines;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.document.DocumentCommand;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.ResultRules.Overflow;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.runtime.tool.TestCalls;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * A process that asks a database for a million rows, again and again, and says what it got. Together they are half a gigabyte,
 * which is more than its heap. Documents of MongoDB are fewer and larger, and together more than the heap too.
 */
final class MillionRows {
    /** How often each question is asked. */
    private static final int TIMES = 10;

    private static final DocumentCommand FIND =
            new DocumentCommand(DocumentCommand.Kind.FIND, new DocumentCommand.Named("large"), List.of());

    private MillionRows() {}

    /** Arguments: the engine, its address, user and password. */
    public static void main(String[] arguments) {
        var values = new HashMap<ValueKey, String>();
        values.put(TestAdapters.URL, arguments[1]);
        if (arguments.length > 2) {
            values.put(TestAdapters.USERNAME, arguments[2]);
            values.put(TestAdapters.PASSWORD, arguments[3]);
        }
        values.put(TestAdapters.INIT_SQL, "");
        try (var calls = TestCalls.on(adapter(arguments[0]), values)) {
            for (var overflow : Overflow.values()) {
                var rules =
                        new ResultRules(Optional.empty(), overflow, RowFormat.Rows, RowShape.Rows, Optional.empty());
                var tool = calls.tool(action(arguments[0]), rules);
                var outcome = calls.run(tool, "{}");
                for (var time = 1; time < TIMES; time++) {
                    if (!calls.run(tool, "{}").equals(outcome)) {
                        throw new IllegalStateException("another answer to the same question");
                    }
                }
                System.out.println(
                        overflow + " " + (outcome.startsWith("[") ? outcome.split("\"v\":", -1).length - 1 : outcome));
            }
        }
        System.exit(0);
    }

    private static Adapter adapter(String engine) {
        return switch (engine) {
            case "postgres" -> TestAdapters.postgres(Adapter.Access.ReadOnly);
            case "mysql" -> TestAdapters.mysql(Adapter.Access.ReadOnly);
            case "sqlite" -> TestAdapters.sqlite(Adapter.Access.ReadOnly);
            case "mongodb" -> TestAdapters.mongodb(Adapter.Access.ReadOnly, 2);
            default -> throw new IllegalArgumentException(engine);
        };
    }

    private static Action action(String engine) {
        return switch (engine) {
            case "postgres" ->
                sql(Dialect.POSTGRES, "SELECT repeat('x', 500) AS v FROM generate_series(1, 1000000) LIMIT 1000000");
            // A limit of its own wins over the one of the session.
            case "mysql" -> sql(Dialect.MYSQL, "SELECT repeat('x', 500) AS v FROM seq_1_to_1000000 LIMIT 1000000");
            case "sqlite" ->
                sql(
                        Dialect.SQLITE,
                        "WITH RECURSIVE g(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM g WHERE i < 1000000)"
                                + " SELECT hex(zeroblob(250)) AS v FROM g LIMIT 1000000");
            case "mongodb" -> new Action.RunDocument(TestCalls.ADAPTER, FIND, "");
            default -> throw new IllegalArgumentException(engine);
        };
    }

    private static Action sql(Dialect dialect, String text) {
        return new Action.RunSql(TestCalls.ADAPTER, new SqlStatement(dialect, List.of(new Segment.Text(text))), "");
    }
}
