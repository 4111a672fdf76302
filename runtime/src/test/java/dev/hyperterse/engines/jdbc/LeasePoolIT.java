package dev.hyperterse.engines.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.calls.binding.SqlVariant;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.engines.ConnectionHealth;
import dev.hyperterse.engines.FailureReason;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.jdbc.PgConnection;

/** How long connections stay on loan, and which caller gets one. */
@ExtendWith(Postgres.class)
class LeasePoolIT {
    private static final int LONG = 600_000;

    private final DeadlineTimer deadlines = new DeadlineTimer();
    private final CallScope scope = CallScope.open(deadlines, 60_000);
    private final Set<Lease<AutoCloseable>> held = ConcurrentHashMap.newKeySet();
    private PostgresDatabase database;
    private ConnectionHealth health;

    @BeforeEach
    void createRole(PostgresDatabase empty) {
        database = empty;
        database.execute("DROP ROLE IF EXISTS leaser", "CREATE ROLE leaser LOGIN PASSWORD 'right'");
    }

    @AfterEach
    void close() {
        scope.close();
        deadlines.close();
    }

    @Test
    void callThatTimesOutBeforeItHasAConnectionReportsIt() {
        try (var pool = pool(1, LONG, LONG, LeasePoolIT::full);
                var hurried = CallScope.open(deadlines, 100)) {
            assertThatThrownBy(() -> pool.take(hurried)).hasMessage("the call took too long and was cancelled");
        }
    }

    /** A database that refuses all connections. */
    private static DataSource full(DataSource source) {
        return (DataSource) Proxy.newProxyInstance(
                LeasePoolIT.class.getClassLoader(), new Class<?>[] {DataSource.class}, (_, method, arguments) -> {
                    if (method.getName().equals("getConnection")) {
                        throw new SQLException("too many clients", "53300");
                    }
                    return method.invoke(source, arguments);
                });
    }

    @Test
    void connectionUsedLastIsLentNext() {
        try (var pool = pool(2, LONG, LONG)) {
            var first = pool.take(scope);
            var second = pool.take(scope);
            pool.giveBack(first);
            pool.giveBack(second);
            assertThat(pool.take(scope)).isSameAs(second);
            assertThat(pool.inUse()).isTrue();
            pool.giveBack(second);
            assertThat(pool.inUse()).isFalse();
        }
    }

    @Test
    void idleConnectionReturnsToThePool() {
        try (var pool = pool(2, 1, LONG)) {
            var lease = pool.take(scope);
            assertThat(held).containsExactly(lease);
            pool.giveBack(lease);
            await(held::isEmpty);
        }
    }

    @Test
    void connectionInUseIsNotSwept() {
        try (var pool = pool(2, 1, LONG)) {
            var used = pool.take(scope);
            pool.giveBack(pool.take(scope));
            await(() -> held.size() == 1);
            assertThat(held).containsExactly(used);
            pool.giveBack(used);
        }
    }

    @Test
    void oldConnectionIsNotLentAgain() {
        try (var pool = pool(1, LONG, 500)) {
            var first = pool.take(scope);
            await(() -> first.ageNanos(System.nanoTime()) > 500_000_000);
            pool.giveBack(first);
            assertThat(pool.take(scope)).isNotSameAs(first);
            assertThat(held).doesNotContain(first);
        }
    }

    @Test
    void connectionsOlderThanABreakAreNotLentAgain() {
        try (var pool = pool(2, LONG, LONG)) {
            var first = pool.take(scope);
            pool.giveBack(first);
            pool.connectionsBroke();
            assertThat(pool.take(scope)).isNotSameAs(first);
        }
    }

    @Test
    void returnedConnectionServesWhileNewOnesAreRefused() throws Exception {
        try (var pool = pool(2, LONG, LONG)) {
            var only = pool.take(scope);
            database.execute("ALTER ROLE leaser NOLOGIN");
            var second = new CompletableFuture<Lease<AutoCloseable>>();
            Thread.ofVirtual().start(() -> second.complete(pool.take(scope)));
            // The adapter has a connection that works, so it is up, whatever new ones meet.
            await(() -> health.state().message().isPresent());
            assertThat(health.state().status()).isEqualTo(AdapterState.Status.UP);
            assertThat(second).isNotDone();
            pool.giveBack(only);
            assertThat(second.get(60, TimeUnit.SECONDS)).isSameAs(only);
            pool.giveBack(only);
        }
    }

    @Test
    void callerInALoopDoesNotKeepTheOnlyConnection() throws Exception {
        try (var pool = pool(2, LONG, LONG)) {
            pool.giveBack(pool.take(scope));
            database.execute("ALTER ROLE leaser CONNECTION LIMIT 0");
            var served = new int[2];
            Thread[] callers = new Thread[2];
            for (var caller = 0; caller < callers.length; caller++) {
                var mine = caller;
                callers[caller] = Thread.ofVirtual().start(() -> {
                    for (; served[mine] < 200; served[mine]++) {
                        var lease = pool.take(scope);
                        LockSupport.parkNanos(100_000);
                        pool.giveBack(lease);
                    }
                });
            }
            for (var caller : callers) {
                caller.join();
            }
            assertThat(served).containsExactly(200, 200);
            assertThat(held).hasSize(1);
        }
    }

    /** HikariCP reads the isolation level of its first connection; a failure of that read must not break the pool for good. */
    @Test
    void poolConnectsAgainAfterItsFirstConnectionBreaks() throws Exception {
        var broken = new AtomicBoolean();
        try (var pool = pool(1, LONG, LONG, source -> breaking(source, broken))) {
            pool.discard(pool.take(scope));
            assertThat(broken).isTrue();
            var lease = pool.take(scope);
            assertThat(lease.connection().isValid(30)).isTrue();
            pool.giveBack(lease);
        }
    }

    @Test
    void roleKeepsTheIsolationLevelOfItsDatabase() throws Exception {
        database.execute("ALTER ROLE leaser SET default_transaction_isolation = 'serializable'");
        try (var pool = pool(1, LONG, LONG)) {
            var lease = pool.take(scope);
            assertThat(lease.connection().getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
            pool.giveBack(lease);
        }
    }

    /** The first connection ends right after it was found to be valid. */
    private static DataSource breaking(DataSource source, AtomicBoolean broken) {
        return through(DataSource.class, source, (method, made) -> {
            if (!method.equals("getConnection")) {
                return made;
            }
            return through(Connection.class, (Connection) made, (asked, answer) -> {
                if (asked.equals("isValid") && broken.compareAndSet(false, true)) {
                    ((Connection) made).abort(Runnable::run);
                }
                return answer;
            });
        });
    }

    private interface Answering {
        Object after(String method, Object answer) throws Exception;
    }

    private static <T> T through(Class<T> type, T target, Answering answering) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        return answering.after(method.getName(), method.invoke(target, arguments));
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                }));
    }

    private LeasePool<Lease<AutoCloseable>> pool(int size, int idleTimeout, int maxLifetime) {
        return pool(size, idleTimeout, maxLifetime, UnaryOperator.identity());
    }

    private LeasePool<Lease<AutoCloseable>> pool(
            int size, int idleTimeout, int maxLifetime, UnaryOperator<DataSource> between) {
        var usual = TestAdapters.postgres(Access.ReadOnly);
        var adapter = new Adapter(
                usual.name(),
                usual.access(),
                new Adapter.Pool(size, 0, 30_000, idleTimeout, maxLifetime),
                usual.statementTimeoutMillis(),
                usual.maxRows(),
                usual.engine());
        health = new ConnectionHealth(adapter.name(), () -> !held.isEmpty(), () -> {});
        var engine = new PlainEngine(database.as("leaser", "right"));
        var source = new EngineSource(engine, health);
        return new LeasePool<>(adapter, between.apply(source), health, engine::lease, held, health::state);
    }

    /** Connects with the driver and runs nothing. */
    private record PlainEngine(PostgresDatabase database) implements JdbcEngine<Lease<AutoCloseable>> {
        @Override
        public Connection open() throws SQLException {
            return FixedIsolation.of(database.connect());
        }

        @Override
        public String reason(SQLException failure) {
            return FailureReason.of(failure, failure.getSQLState());
        }

        @Override
        public Lease<AutoCloseable> lease(Connection loan, long now) throws SQLException {
            return new Lease<>(loan, loan.unwrap(PgConnection.class), now);
        }

        @Override
        public boolean ready(Lease<AutoCloseable> lease, CallScope scope) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int run(
                Lease<AutoCloseable> lease, BoundStatement statement, int maxRows, CallScope scope, ResultBuffer out) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void prepare(Lease<AutoCloseable> lease, SqlVariant variant) {}

        @Override
        public Optional<EngineMessage> refusal(SQLException failure) {
            return Optional.empty();
        }

        @Override
        public void observe(Lease<AutoCloseable> lease, CallScope scope) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Failure explain(Lease<AutoCloseable> lease, SQLException failure) {
            throw new UnsupportedOperationException();
        }
    }

    private static void await(BooleanSupplier condition) {
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the condition holds in time").isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
    }
}
