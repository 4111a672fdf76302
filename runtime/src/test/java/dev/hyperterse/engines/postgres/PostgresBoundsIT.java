package dev.hyperterse.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls at the limits of a replica, one at a time and together; all memory is released afterwards. */
@ExtendWith(Postgres.class)
class PostgresBoundsIT {
    /** The stage, and then the message of the caller, which lacks the stage. */
    private static final String BUSY = "busy: busy: the buffers of this replica are in use, try again";

    private static final String MANY_ROWS = "SELECT repeat('x', 1000) AS v FROM generate_series(1, 12)";
    private static final long BUDGET = 64 * 1024;
    private static final int MAX_ROWS = 100;

    private TestCalls calls;

    @BeforeEach
    void connect(PostgresDatabase database) {
        calls = new TestCalls(Path.of("."), new BufferBudget(BUDGET));
        calls.reconfigure(TestAdapters.postgres(Access.ReadOnly, 4, 10_000, MAX_ROWS), TestAdapters.values(database));
    }

    @AfterEach
    void disconnect() {
        // All memory is released after each test.
        assertThat(calls.budget().used()).isZero();
        calls.close();
    }

    @Test
    void exhaustedBudgetMakesCallsBusyUntilMemoryIsReleased() {
        assertThat(calls.budget().reserve(BUDGET)).isTrue();
        assertThat(calls.run(Dialect.POSTGRES, "SELECT 1 AS v")).isEqualTo(BUSY);
        calls.budget().release(BUDGET);
        assertThat(calls.run(Dialect.POSTGRES, "SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");
    }

    @Test
    void budgetExhaustedByAResultMakesTheCallBusyAndKeepsTheConnection() {
        var process = calls.run(Dialect.POSTGRES, "SELECT pg_backend_pid() AS v");
        var others = BUDGET - 20_000;
        assertThat(calls.budget().reserve(others)).isTrue();
        assertThat(calls.run(Dialect.POSTGRES, MANY_ROWS)).isEqualTo(BUSY);
        calls.budget().release(others);
        assertThat(calls.run(Dialect.POSTGRES, "SELECT pg_backend_pid() AS v")).isEqualTo(process);
    }

    @Test
    void concurrentCallsStayWithinTheBudget() throws InterruptedException {
        var tool = calls.tool(List.of(), TestCalls.statement(Dialect.POSTGRES, MANY_ROWS, List.of()));
        var outcomes = new ConcurrentLinkedQueue<String>();
        var called = new CountDownLatch(16);
        List<Thread> callers = new ArrayList<>();
        for (var caller = 0; caller < 16; caller++) {
            callers.add(Thread.ofVirtual().start(() -> callAndHold(tool, outcomes, called)));
        }
        called.await();
        for (var caller : callers) {
            caller.join();
        }
        var complete =
                outcomes.stream().filter(outcome -> outcome.startsWith("[")).toList();
        var busy = outcomes.stream().filter(BUSY::equals).toList();
        assertThat(complete.size() + busy.size()).isEqualTo(16);
        // A result of 12 KB takes a buffer of 16 KB.
        assertThat(complete).hasSizeLessThanOrEqualTo(4);
        assertThat(calls.run(tool, "{}")).hasSizeGreaterThan(12_000);
    }

    /** Holds its buffer until all callers have called. */
    private void callAndHold(LinkedTool tool, ConcurrentLinkedQueue<String> outcomes, CountDownLatch called) {
        try (var scope = CallScope.open(calls.deadlines(), 20_000);
                var out = calls.budget().open(TestCalls.MAX_RESULT)) {
            outcomes.add(TestCalls.run(tool, "{}", scope, out));
            assertThat(calls.budget().used()).isLessThanOrEqualTo(BUDGET);
            called.countDown();
            called.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The rest of the result is dropped as it arrives. */
    @ParameterizedTest
    @EnumSource
    void rowsAreChargedToTheBudgetAsTheyArrive(Access access, PostgresDatabase database) {
        calls.reconfigure(TestAdapters.postgres(access, 1, 10_000, MAX_ROWS), TestAdapters.values(database));
        assertThat(calls.run(Dialect.POSTGRES, "SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");

        assertThat(calls.run(Dialect.POSTGRES, "SELECT repeat('x', 300000) AS v"))
                .isEqualTo(
                        "execution: the call needs more than the 65536 bytes that this replica has for all calls; ask"
                                + " for less, or raise limits.bufferSize and the memory limit of the pod"
                                + (access == Access.ReadWrite ? "; the statement took effect" : ""));
        assertThat(calls.run(Dialect.POSTGRES, "SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");
    }

    @Test
    void resultAtTheRowLimitIsServedAndOneMoreRowFails() {
        var rows = "SELECT g AS v FROM generate_series(1, %d) g";
        assertThat(calls.run(Dialect.POSTGRES, rows.formatted(MAX_ROWS))).endsWith("{\"v\":100}]");
        assertThat(calls.run(Dialect.POSTGRES, rows.formatted(MAX_ROWS + 1)))
                .isEqualTo("result: the result has more than 100 rows");
        assertThat(calls.run(Dialect.POSTGRES, rows.formatted(1))).isEqualTo("[{\"v\":1}]");
    }

    /** The driver reads its limit once, when it connects. */
    @Test
    void raisedResultLimitReachesTheConnections(PostgresDatabase database) {
        var adapter = TestAdapters.postgres(Access.ReadOnly);
        var values = TestAdapters.values(database);
        var large = "SELECT repeat('x', 300000) AS v";
        try (var changing = new TestCalls(Path.of("."))) {
            changing.reconfigure(adapter, values, 1_000);
            assertThat(changing.run(Dialect.POSTGRES, large)).doesNotStartWith("[");
            changing.reconfigure(adapter, values, TestCalls.MAX_RESULT);
            await(() -> changing.run(Dialect.POSTGRES, large).startsWith("["));
            changing.reconfigure(adapter, values, 1_000);
            await(() -> !changing.run(Dialect.POSTGRES, large).startsWith("["));
        }
    }

    @Test
    void resultAtTheSizeLimitIsServedAndOneMoreByteFails(PostgresDatabase database) {
        var frame = "[{\"v\":\"\"}]".length();
        var text = "SELECT repeat('x', %d) AS v";
        try (var roomy =
                TestCalls.on(TestAdapters.postgres(Access.ReadOnly, 1, 10_000, 10), TestAdapters.values(database))) {
            var most = (int) TestCalls.MAX_RESULT - frame;
            assertThat(roomy.run(Dialect.POSTGRES, text.formatted(most))).hasSize((int) TestCalls.MAX_RESULT);
            assertThat(roomy.run(Dialect.POSTGRES, text.formatted(most + 1)))
                    .isEqualTo("result: the result is larger than 1048576 bytes");
            assertThat(roomy.run(Dialect.POSTGRES, "SELECT 1 AS v")).isEqualTo("[{\"v\":1}]");
            assertThat(roomy.budget().used()).isZero();
        }
    }

    private static void await(BooleanSupplier condition) {
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the condition holds in time").isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }
}
