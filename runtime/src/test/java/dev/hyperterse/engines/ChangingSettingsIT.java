package dev.hyperterse.engines;

import static dev.hyperterse.runtime.tool.TestCalls.input;
import static dev.hyperterse.runtime.tool.TestCalls.statement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An adapter whose settings change continuously under constant load. */
@ExtendWith(Postgres.class)
class ChangingSettingsIT {
    private static final List<Input> INPUTS = List.of(input("int", InputType.INT, true));
    private static final int CALLERS = 24;
    private static final int CALLS = 150;

    /** Each change releases the old connections while calls share them. */
    @Test
    void settingsChangesUnderSharedCallsFailNoCall(PostgresDatabase database) throws InterruptedException {
        assertThat(failuresOf("SELECT <int> AS v", Access.ReadOnly, database)).isEmpty();
    }

    @Test
    void settingsChangesUnderWritesFailNoneAndRepeatNone(PostgresDatabase database) throws InterruptedException {
        database.execute("DROP TABLE IF EXISTS written", "CREATE TABLE written (v int)");
        assertThat(failuresOf("INSERT INTO written VALUES (<int>) RETURNING v", Access.ReadWrite, database))
                .isEmpty();
        assertThat(database.query("SELECT count(*) || ' ' || count(DISTINCT v) FROM written"))
                .isEqualTo("%1$d %1$d".formatted(CALLERS * CALLS));
    }

    private static Queue<String> failuresOf(String sql, Access access, PostgresDatabase database)
            throws InterruptedException {
        try (var calls = TestCalls.on(TestAdapters.postgres(access, 2, 60_000, 100), TestAdapters.values(database))) {
            var over = new AtomicBoolean();
            var operator = Thread.ofVirtual().start(() -> {
                for (var turn = 0; !over.get(); turn++) {
                    var adapter = TestAdapters.postgres(access, 2 + turn % 2, 60_000, 100);
                    calls.reconfigure(adapter, TestAdapters.values(database));
                    database.query("SELECT pg_sleep(0.02)::text");
                }
            });
            try {
                return failures(calls, sql);
            } finally {
                over.set(true);
                operator.join();
            }
        }
    }

    /** A caller ends with its first failure. */
    private static Queue<String> failures(TestCalls calls, String sql) throws InterruptedException {
        var tool = calls.tool(INPUTS, statement(Dialect.POSTGRES, sql, INPUTS));
        var failures = new ConcurrentLinkedQueue<String>();
        var callers = new ArrayList<Thread>();
        for (var number = 0; number < CALLERS; number++) {
            var first = number * CALLS;
            callers.add(Thread.ofVirtual().start(() -> {
                for (var value = first; value < first + CALLS; value++) {
                    var outcome = calls.run(tool, "{\"int\": %d}".formatted(value));
                    if (!outcome.equals("[{\"v\":%d}]".formatted(value))) {
                        failures.add(outcome);
                        return;
                    }
                }
            }));
        }
        for (var caller : callers) {
            caller.join();
        }
        return failures;
    }
}
