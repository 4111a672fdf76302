package dev.hyperterse.engines.postgres.pipelined;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How long connections live, how many exist, and which caller gets one. */
@ExtendWith(Postgres.class)
class ConnectionPoolIT {
    private static final int LONG = 600_000;
    private static final String PROCESS = "SELECT pg_backend_pid() AS v";
    private static final String SLOW = "SELECT 1 AS v FROM pg_sleep(0.02)";

    private PostgresDatabase database;

    @BeforeEach
    void createRole(PostgresDatabase empty) {
        database = empty;
        database.execute("DROP ROLE IF EXISTS pooled", "CREATE ROLE pooled LOGIN PASSWORD 'right'");
    }

    @Test
    void oldConnectionIsReplaced() {
        try (var calls = calls(new Adapter.Pool(1, 0, 30_000, LONG, 50))) {
            var first = calls.run(Dialect.POSTGRES, PROCESS);
            await(() -> !calls.run(Dialect.POSTGRES, PROCESS).equals(first));
            await(() -> connections() <= 1);
        }
    }

    @Test
    void idleConnectionIsClosed() {
        try (var calls = calls(new Adapter.Pool(2, 0, 30_000, 1, LONG))) {
            // The call shows that there is one: afterwards it may be gone before it is looked for.
            assertThat(calls.run(Dialect.POSTGRES, "SELECT current_user AS v")).isEqualTo("[{\"v\":\"pooled\"}]");
            await(() -> connections() == 0);
        }
    }

    @Test
    void minimumOfConnectionsIsKeptAndRestored() {
        try (var calls = calls(new Adapter.Pool(3, 2, 30_000, 1, LONG))) {
            await(() -> connections() == 2);
            endConnections();
            assertThat(calls.run(Dialect.POSTGRES, "SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");
            await(() -> connections() == 2);
        }
    }

    /** No call notices that they have ended. */
    @Test
    void endedIdleConnectionsAreRestored() {
        try (var _ = calls(new Adapter.Pool(3, 2, 30_000, LONG, LONG))) {
            await(() -> connections() == 2);
            endConnections();
            await(() -> connections() == 2);
        }
    }

    @Test
    void closedAdapterLeavesNoConnection() {
        try (var calls = calls(new Adapter.Pool(3, 2, 30_000, LONG, LONG))) {
            calls.run(Dialect.POSTGRES, PROCESS);
        }
        await(() -> connections() == 0);
    }

    @Test
    void connectionsStayWithinTheMaximum() throws InterruptedException {
        try (var calls = calls(new Adapter.Pool(3, 0, 10_000, LONG, LONG))) {
            assertThat(outcomes(calls, 12, 20)).containsOnly("[{\"v\":1}]");
            assertThat(connections()).isBetween(1L, 3L);
        }
    }

    /** The database admits one connection: callers share it, including those in a loop. */
    @Test
    void returnedConnectionServesWhileNewOnesAreRefused() throws InterruptedException {
        database.execute("ALTER ROLE pooled CONNECTION LIMIT 1");
        try (var calls = calls(new Adapter.Pool(3, 0, 20_000, LONG, LONG))) {
            await(() -> calls.run(Dialect.POSTGRES, "SELECT 1 AS v").equals("[{\"v\":1}]"));
            assertThat(outcomes(calls, 3, 20)).containsOnly("[{\"v\":1}]");
        }
    }

    private static ConcurrentLinkedQueue<String> outcomes(TestCalls calls, int callers, int each)
            throws InterruptedException {
        var outcomes = new ConcurrentLinkedQueue<String>();
        var threads = new ArrayList<Thread>();
        for (var caller = 0; caller < callers; caller++) {
            threads.add(Thread.ofVirtual().start(() -> {
                for (var number = 0; number < each; number++) {
                    outcomes.add(calls.run(Dialect.POSTGRES, SLOW));
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        assertThat(outcomes).hasSize(callers * each);
        return outcomes;
    }

    private long connections() {
        return Long.parseLong(database.query("SELECT count(*) FROM pg_stat_activity WHERE usename = 'pooled'"));
    }

    /** Returns when the engine has ended them. */
    private void endConnections() {
        database.execute("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = 'pooled'");
    }

    private TestCalls calls(Adapter.Pool pool) {
        return TestCalls.on(TestAdapters.postgresWithPool(pool), TestAdapters.values(database.as("pooled", "right")));
    }

    private static void await(BooleanSupplier condition) {
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the condition holds in time").isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }
}
