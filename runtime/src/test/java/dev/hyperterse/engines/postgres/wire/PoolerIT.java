package dev.hyperterse.engines.postgres.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.Requirement;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import dev.hyperterse.testbed.sql.PostgresServer;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pooler between an adapter and a real Postgres. */
class PoolerIT {
    private static final String OFF = "SELECT current_setting('default_transaction_read_only') AS v";

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
    @CsvSource({
        "ReadOnly, TRANSACTION",
        "ReadWrite, TRANSACTION",
        "ReadOnly, TRANSACTION_ROUND_ROBIN",
        "ReadWrite, TRANSACTION_ROUND_ROBIN"
    })
    void poolerInTransactionModeIsRefusedAndItsSessionsAreUnchanged(Access access, FakePooler.Mode mode)
            throws IOException {
        var pooler = new FakePooler(mode, server.port(), database.name());
        try (var engine = FakeEngine.playing(pooler);
                var calls = through(engine, access)) {
            for (var call = 0; call < 3; call++) {
                assertThat(calls.run(Dialect.POSTGRES, "SELECT 1 AS v"))
                        .isEqualTo("unavailable: adapter db unavailable");
            }
            assertThat(calls.adapters().states().getFirst().message().orElseThrow())
                    .contains("a connection pooler in transaction or statement mode is in front of the database");
            assertThat(pooler.ask(OFF)).isEqualTo("off");
        }
    }

    @Test
    void poolerInSessionModeBehavesLikeTheDatabaseItself() throws IOException {
        var pooler = new FakePooler(FakePooler.Mode.SESSION, server.port(), database.name());
        try (var engine = FakeEngine.playing(pooler);
                var reading = through(engine, Access.ReadOnly);
                var writing = through(engine, Access.ReadWrite)) {
            for (var call = 0; call < 5; call++) {
                assertThat(reading.run(Dialect.POSTGRES, OFF)).isEqualTo("[{\"v\":\"on\"}]");
                assertThat(writing.run(Dialect.POSTGRES, "INSERT INTO written VALUES (1)"))
                        .isEqualTo("[{\"affected\":1}]");
            }
            assertThat(reading.run(Dialect.POSTGRES, "INSERT INTO written VALUES (1)"))
                    .startsWith("execution: cannot execute INSERT in a read-only transaction");
        }
    }

    private static TestCalls through(FakeEngine engine, Access access) {
        var values = new HashMap<>(TestAdapters.values(database));
        values.put(TestAdapters.URL, "postgresql://127.0.0.1:%d/%s".formatted(engine.port(), database.name()));
        return TestCalls.on(TestAdapters.postgres(access), values);
    }
}
