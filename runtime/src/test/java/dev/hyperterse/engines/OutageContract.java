package dev.hyperterse.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.testbed.Requirement;
import dev.hyperterse.testbed.sql.SqlDatabase;
import dev.hyperterse.testbed.sql.SqlServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What holds of calls while a database breaks and comes back, whatever SQL engine it is. Each test has a server of its own. */
public abstract class OutageContract {
    protected static final String ONE = "SELECT 1 AS v";
    protected static final String ROW = "[{\"v\":1}]";
    protected static final String UNAVAILABLE = "unavailable: adapter db unavailable";

    private final Dialect dialect;
    private final Supplier<SqlServer> create;
    private SqlServer server;
    private SqlDatabase database;
    private TestCalls calls;

    protected OutageContract(Dialect dialect, Supplier<SqlServer> create) {
        this.dialect = dialect;
        this.create = create;
    }

    protected abstract Adapter adapter(Access access);

    /** A query that takes a minute. */
    protected abstract String sleeping();

    @BeforeEach
    final void startServer() {
        server = Requirement.fulfil(create);
        database = server.createDatabase();
        calls = calls(Access.ReadOnly);
    }

    @AfterEach
    final void stopServer() {
        if (calls != null) {
            calls.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @Test
    void callsFailDuringAnOutageAndSucceedAfterwards() {
        assertThat(run()).isEqualTo(ROW);
        server.stop();
        assertThat(run()).isEqualTo(UNAVAILABLE);
        assertThat(state().message()).contains("the database cannot be reached");
        server.start();
        await(() -> run().equals(ROW));
        await(() -> state().status() == AdapterState.Status.UP);
    }

    @Test
    void unresponsiveDatabaseHoldsACallNoLongerThanItsDeadline() {
        assertThat(run()).isEqualTo(ROW);
        server.pause();
        try {
            assertThat(shortly(tool(ONE))).isEqualTo("timeout: the call took too long and was cancelled");
        } finally {
            server.resume();
        }
        await(() -> run().equals(ROW));
    }

    @Test
    void unresponsiveDatabaseWithOneToolOpensTheCircuit() {
        assertThat(run()).isEqualTo(ROW);
        var tool = tool(ONE);
        server.pause();
        try {
            await(() -> shortly(tool).startsWith(UNAVAILABLE));
            assertThat(state().status()).isEqualTo(AdapterState.Status.DOWN);
        } finally {
            server.resume();
        }
        await(() -> run().equals(ROW));
    }

    @Test
    void slowStatementOfAResponsiveDatabaseOpensNoCircuit() {
        var slow = tool(sleeping());
        for (var call = 0; call < 10; call++) {
            assertThat(shortly(slow)).startsWith("timeout: ");
        }
        assertThat(calls.adapters().openCircuits()).containsEntry(TestCalls.ADAPTER, false);
        assertThat(run()).isEqualTo(ROW);
    }

    private LinkedTool tool(String sql) {
        return calls.tool(List.of(), TestCalls.statement(dialect, sql, List.of()));
    }

    private String shortly(LinkedTool tool) {
        return calls.run(tool, "{}", ResultBuffer.Form.PLAIN, Duration.ofMillis(200));
    }

    protected final SqlServer server() {
        return server;
    }

    protected final SqlDatabase database() {
        return database;
    }

    /** Calls on an adapter that only reads. */
    protected final TestCalls calls() {
        return calls;
    }

    /** Others, which the test closes. */
    protected final TestCalls calls(Access access) {
        return TestCalls.on(soonTired(adapter(access)), TestAdapters.values(database));
    }

    /** A database that is silent is down when a connection to it has been tried for that long. */
    private static Adapter soonTired(Adapter adapter) {
        var pool = adapter.pool();
        return new Adapter(
                adapter.name(),
                adapter.access(),
                new Adapter.Pool(
                        pool.maxSize(), pool.minIdle(), 5_000, pool.idleTimeoutMillis(), pool.maxLifetimeMillis()),
                adapter.statementTimeoutMillis(),
                adapter.maxRows(),
                adapter.engine());
    }

    protected final String run() {
        return run(ONE);
    }

    protected final String run(String sql) {
        return calls.run(dialect, sql);
    }

    protected final AdapterState state() {
        return calls.adapters().states().getFirst();
    }

    protected static void await(BooleanSupplier condition) {
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the condition holds in time").isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }
}
