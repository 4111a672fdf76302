package dev.hyperterse.engines.postgres.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.Requirement;
import dev.hyperterse.testbed.sql.PgbouncerServer;
import dev.hyperterse.testbed.sql.PgbouncerServer.PoolMode;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import dev.hyperterse.testbed.sql.PostgresServer;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tests of {@link PoolerIT} with PgBouncer itself. */
@Timeout(120)
class PgbouncerIT {
    private static final String READ_ONLY = "SELECT current_setting('default_transaction_read_only') AS v";

    private static PostgresServer server;
    private static PostgresDatabase database;

    @BeforeAll
    static void start() {
        var trusting = Map.of("pg_hba.conf", "host all all 127.0.0.1/32 trust\n");
        server = Requirement.fulfil(() -> PostgresServer.create(trusting));
        database = server.createDatabase();
        database.execute("CREATE TABLE written (id int)");
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"ReadOnly, TRANSACTION", "ReadWrite, TRANSACTION", "ReadOnly, STATEMENT", "ReadWrite, STATEMENT"})
    void sharedSessionsAreRefusedAndLeftUnchanged(Access access, PoolMode mode) throws SQLException {
        try (var pgbouncer = pgbouncer(mode);
                var calls = through(pgbouncer, access)) {
            for (var call = 0; call < 3; call++) {
                assertThat(calls.run(Dialect.POSTGRES, "SELECT 1 AS v"))
                        .isEqualTo("unavailable: adapter db unavailable");
            }
            assertThat(calls.adapters().states().getFirst().message().orElseThrow())
                    .contains("a connection pooler in transaction or statement mode is in front of the database");
            assertThat(ask(pgbouncer, READ_ONLY)).isEqualTo("off");
        }
    }

    @Test
    void sessionModeBehavesLikeTheDatabaseItself() throws SQLException {
        try (var pgbouncer = pgbouncer(PoolMode.SESSION);
                var reading = through(pgbouncer, Access.ReadOnly);
                var writing = through(pgbouncer, Access.ReadWrite)) {
            for (var call = 0; call < 5; call++) {
                assertThat(reading.run(Dialect.POSTGRES, READ_ONLY)).isEqualTo("[{\"v\":\"on\"}]");
                assertThat(writing.run(Dialect.POSTGRES, "INSERT INTO written VALUES (1)"))
                        .isEqualTo("[{\"affected\":1}]");
            }
            assertThat(reading.run(Dialect.POSTGRES, "INSERT INTO written VALUES (1)"))
                    .startsWith("execution: cannot execute INSERT in a read-only transaction");
            assertThat(ask(pgbouncer, READ_ONLY)).isEqualTo("off");
        }
    }

    private static PgbouncerServer pgbouncer(PoolMode mode) {
        return Requirement.fulfil(() -> PgbouncerServer.create(server, database, mode));
    }

    private static TestCalls through(PgbouncerServer pgbouncer, Access access) {
        var values = new HashMap<>(TestAdapters.values(database));
        values.put(TestAdapters.URL, "postgresql://127.0.0.1:%d/%s".formatted(pgbouncer.port(), database.name()));
        return TestCalls.on(TestAdapters.postgres(access), values);
    }

    /** As an application beside the adapter. */
    private static String ask(PgbouncerServer pgbouncer, String question) throws SQLException {
        var url =
                "jdbc:postgresql://127.0.0.1:%d/%s?preferQueryMode=simple".formatted(pgbouncer.port(), database.name());
        try (var connection = DriverManager.getConnection(url, database.username(), database.password());
                var rows = connection.createStatement().executeQuery(question)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
