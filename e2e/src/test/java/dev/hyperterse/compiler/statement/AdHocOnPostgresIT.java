package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Postgres.class)
class AdHocOnPostgresIT extends AdHocOnEngine {
    private static EngineUnderTest engine;

    @BeforeAll
    static void connect(PostgresDatabase database) {
        engine = new PostgresUnderTest(database);
        database.execute("CREATE SEQUENCE counter");
        database.execute("CREATE FUNCTION forget() RETURNS int LANGUAGE sql AS 'DELETE FROM canary; SELECT 1'");
        database.execute("CREATE FUNCTION loosen() RETURNS int LANGUAGE plpgsql AS $$ BEGIN "
                + "PERFORM set_config('transaction_read_only', 'off', false); DELETE FROM canary; RETURN 1; END $$");
        database.execute("CREATE FUNCTION loosen_later() RETURNS text LANGUAGE sql AS "
                + "$$ SELECT set_config('default_transaction_read_only', 'off', false) $$");
    }

    @AfterAll
    static void disconnect() {
        if (engine != null) {
            engine.close();
        }
    }

    @Override
    EngineUnderTest engine() {
        return engine;
    }

    @Override
    List<String> hostile() {
        return List.of(
                "COPY canary TO STDOUT",
                "COPY canary FROM STDIN",
                "COPY (SELECT 1) TO PROGRAM 'touch /tmp/planted'",
                "SET default_transaction_read_only = off",
                "RESET ALL",
                "DISCARD ALL",
                "SELECT set_config('default_transaction_read_only', 'off', false)",
                "SELECT pg_catalog.\"set_config\"('search_path', 'nowhere', false)",
                "SELECT pg_read_file('/etc/passwd')",
                "SELECT lo_import('/etc/passwd')",
                "SELECT * FROM dblink('dbname=x', 'DROP TABLE canary') AS t(a int)",
                "SELECT query_to_xml('DELETE FROM canary', true, true, '')",
                "SELECT pg_terminate_backend(pg_backend_pid())",
                "SELECT pg_advisory_lock(1)",
                "SELECT pg_advisory_xact_lock(1)",
                "SELECT pg_try_advisory_xact_lock_shared(1)",
                "SELECT pg_advisory_unlock_all()",
                "SELECT pg_notify('a', 'b')",
                "SELECT nextval('counter')",
                "SELECT * FROM canary FOR UPDATE",
                "SELECT forget()",
                "SELECT loosen()",
                "DO $$ BEGIN DELETE FROM canary; END $$",
                "DO $$ BEGIN COMMIT; SET default_transaction_read_only = off; DELETE FROM canary; END $$",
                "CALL forget()",
                "PREPARE p AS SELECT 1",
                "DECLARE c CURSOR WITH HOLD FOR SELECT 1",
                "LISTEN a",
                "LOCK TABLE canary",
                "EXPLAIN ANALYZE CREATE TABLE planted AS SELECT 1",
                "SELECT $1",
                "SELECT U&\"\\0073et_config\"('a.b', 'c', false)");
    }

    @Override
    List<String> writesInDisguise() {
        return List.of(
                "WITH a AS (DELETE FROM canary RETURNING id) SELECT * FROM a",
                "SELECT * INTO planted FROM canary",
                "SELECT forget()",
                "SELECT loosen()",
                "SELECT nextval('counter')",
                "SELECT * FROM canary FOR UPDATE");
    }

    @Override
    String endless() {
        return "SELECT pg_sleep(60)";
    }

    @Test
    @Override
    void aStatementOfTooHighCostDoesNotRun() {
        super.aStatementOfTooHighCostDoesNotRun();
    }

    @Test
    void settingOfAFunctionEndsWithTheConnection() {
        var before = engine().fingerprint();
        assertThat(execute("SELECT loosen_later()")).startsWith("[");
        assertThat(execute("SELECT forget()")).startsWith("execution: ");
        assertThat(ordinary(engine().reading())).isEqualTo("[{\"id\":1}]");
        assertThat(engine().fingerprint()).isEqualTo(before);
    }

    @Test
    @Timeout(120)
    void cancelledCallStopsItsStatement(PostgresDatabase database) {
        var scope = new CompletableFuture<CallScope>();
        var answer =
                CompletableFuture.supplyAsync(() -> execute(endless(), scope::complete), Thread::startVirtualThread);
        await(() -> running(database).equals("1"));
        scope.join().end(CallScope.End.CLIENT);
        assertThat(answer.join()).startsWith("cancelled: ");
        await(() -> running(database).equals("0"));
        assertThat(ordinary(engine().reading())).isEqualTo("[{\"id\":1}]");
    }

    private static String running(PostgresDatabase database) {
        return database.query("SELECT count(*)::text FROM pg_stat_activity "
                + "WHERE datname = current_database() AND state = 'active' AND query LIKE 'SELECT pg_sleep%'");
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(10_000_000);
        }
    }

    @Test
    void planIsJson() {
        assertThat(execute("EXPLAIN (FORMAT JSON) SELECT 1")).startsWith("[{\"QUERY PLAN\":[");
    }
}
