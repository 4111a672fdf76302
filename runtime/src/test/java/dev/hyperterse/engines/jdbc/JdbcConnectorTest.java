package dev.hyperterse.engines.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.calls.binding.SqlVariant;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.engines.TestAdapters;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Results of calls whose statement is ended from outside, on a scripted engine. */
@Timeout(60)
class JdbcConnectorTest {
    private final CountDownLatch runs = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final CompletableFuture<CallScope> running = new CompletableFuture<>();
    private volatile boolean breaks;
    private volatile boolean faulty;
    private final AtomicInteger unusableLeases = new AtomicInteger();
    private final AtomicInteger faultsOfTheDriver = new AtomicInteger();
    private final AtomicInteger faultyObservations = new AtomicInteger();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ReadWrite | false | cancelled: the statement was cancelled, because the settings of adapter db changed while it ran
            ReadWrite | true  | cancelled: the statement was cancelled, because the settings of adapter db changed while it ran; whether the statement took effect is unknown
            ReadOnly  | false | unavailable: adapter db unavailable
            ReadOnly  | true  | unavailable: adapter db unavailable
            """)
    void statementEndedByItsAdapterReportsIt(Access access, boolean lost, String message) throws Exception {
        breaks = lost;
        var connector = new JdbcConnector<>(TestAdapters.postgres(access), new Engine(), new Permits(1));
        var outcome = outcomeOf(connector);
        runs.await();
        connector.close();
        assertThat(outcome.get(60, TimeUnit.SECONDS)).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ReadWrite | false | cancelled: the call was cancelled
            ReadWrite | true  | cancelled: the call was cancelled; whether the statement took effect is unknown
            ReadOnly  | true  | cancelled: the call was cancelled
            """)
    void cancelledWriteOnALostConnectionHasAnUnknownEffect(Access access, boolean lost, String message)
            throws Exception {
        breaks = lost;
        try (var connector = new JdbcConnector<>(TestAdapters.postgres(access), new Engine(), new Permits(1))) {
            var outcome = outcomeOf(connector);
            runs.await();
            running.get(60, TimeUnit.SECONDS).end(CallScope.End.CLIENT);
            assertThat(outcome.get(60, TimeUnit.SECONDS)).isEqualTo(message);
        }
    }

    @Test
    void statementStoppedByTheEngineReportsIt() throws Exception {
        try (var connector =
                new JdbcConnector<>(TestAdapters.postgres(Access.ReadWrite), new Engine(), new Permits(1))) {
            var outcome = outcomeOf(connector);
            runs.await();
            over.countDown();
            assertThat(outcome.get(60, TimeUnit.SECONDS)).isEqualTo("timeout: too long");
        }
    }

    @Test
    void internalErrorWhileConnectingReachesTheStateOfTheAdapter() {
        faulty = true;
        try (var connector =
                new JdbcConnector<>(TestAdapters.postgres(Access.ReadWrite), new Engine(), new Permits(1))) {
            var down = AdapterState.down("db", "an internal error; see the log of the replica");
            assertThat(connector.probe()).isEqualTo(down);
            assertThat(connector.state()).isEqualTo(down);
        }
    }

    @Test
    void connectionWithoutALeaseReturnsToThePool() throws Exception {
        unusableLeases.set(1);
        over.countDown();
        var adapter = TestAdapters.postgres(Access.ReadWrite, 1, 10_000, 100);
        try (var connector = new JdbcConnector<>(adapter, new Engine(), new Permits(1))) {
            assertThat(outcomeOf(connector).get(60, TimeUnit.SECONDS)).isEqualTo("timeout: too long");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void connectionReturnsToThePoolWhenItsSessionCannotBeRestoredOrObserved(boolean restored) throws Exception {
        (restored ? faultsOfTheDriver : faultyObservations).set(1);
        over.countDown();
        var adapter = TestAdapters.postgres(Access.ReadWrite, 1, 10_000, 100);
        try (var connector = new JdbcConnector<>(adapter, new Engine(), new Permits(1))) {
            assertThat(outcomeOf(connector).get(60, TimeUnit.SECONDS)).isEqualTo("a fault of the driver");
            assertThat(outcomeOf(connector).get(60, TimeUnit.SECONDS)).isEqualTo("timeout: too long");
        }
    }

    private static void fault(AtomicInteger left) {
        if (left.getAndDecrement() > 0) {
            throw new IllegalStateException("a fault of the driver");
        }
    }

    private CompletableFuture<String> outcomeOf(JdbcConnector<?> connector) {
        var outcome = new CompletableFuture<String>();
        Thread.ofVirtual().start(() -> {
            try (var deadlines = new DeadlineTimer();
                    var scope = CallScope.open(deadlines, 50_000);
                    var out = new BufferBudget(10_000).open(1000)) {
                running.complete(scope);
                var statement =
                        new BoundStatement(new SqlVariant("SELECT 1", List.of()), new Object[0], out.reservation());
                outcome.complete(Integer.toString(connector.run(statement, scope, out)));
            } catch (CallFailure failure) {
                outcome.complete(failure.stage().spelling() + ": " + failure.getMessage());
            } catch (IllegalStateException fault) {
                outcome.complete(fault.getMessage());
            }
        });
        return outcome;
    }

    /** Runs until it is cancelled or the test releases it. */
    private final class Engine implements JdbcEngine<Lease<AutoCloseable>> {
        private volatile boolean broken;

        @Override
        public Connection open() {
            if (faulty) {
                throw new IllegalStateException("faulty");
            }
            return (Connection) Proxy.newProxyInstance(
                    JdbcConnectorTest.class.getClassLoader(),
                    new Class<?>[] {Connection.class},
                    (_, method, _) -> switch (method.getName()) {
                        case "isValid", "getAutoCommit" -> true;
                        case "isClosed" -> broken;
                        case "isReadOnly" -> false;
                        case "getTransactionIsolation" -> Connection.TRANSACTION_READ_COMMITTED;
                        case "getNetworkTimeout" -> 0;
                        default -> null;
                    });
        }

        @Override
        public String reason(SQLException failure) {
            return "wrong";
        }

        @Override
        public Lease<AutoCloseable> lease(Connection loan, long now) throws SQLException {
            if (unusableLeases.getAndDecrement() > 0) {
                throw new SQLException("no lease");
            }
            return new Lease<>(loan, open(), now);
        }

        @Override
        public boolean ready(Lease<AutoCloseable> lease, CallScope scope) {
            fault(faultsOfTheDriver);
            return true;
        }

        @Override
        public int run(
                Lease<AutoCloseable> lease, BoundStatement statement, int maxRows, CallScope scope, ResultBuffer out)
                throws SQLException {
            lease.begin(over::countDown, scope);
            runs.countDown();
            try {
                over.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            } finally {
                lease.finish(scope);
            }
            broken = breaks;
            throw new SQLException("stopped");
        }

        @Override
        public void prepare(Lease<AutoCloseable> lease, SqlVariant variant) {}

        @Override
        public Optional<EngineMessage> refusal(SQLException failure) {
            return Optional.empty();
        }

        @Override
        public void observe(Lease<AutoCloseable> lease, CallScope scope) {
            fault(faultyObservations);
        }

        @Override
        public Failure explain(Lease<AutoCloseable> lease, SQLException failure) {
            return new Failure(new CallFailure(Stage.TIMEOUT, "too long"), false);
        }
    }
}
