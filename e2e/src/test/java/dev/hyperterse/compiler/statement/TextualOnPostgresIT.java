package dev.hyperterse.compiler.statement;

import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Postgres.class)
class TextualOnPostgresIT extends TextualOnEngine {
    private static EngineUnderTest engine;

    @BeforeAll
    static void connect(PostgresDatabase database) {
        engine = new PostgresUnderTest(database);
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
    List<String> changesOfTheSession() {
        return List.of(
                "SET default_transaction_read_only = off",
                "SELECT set_config('default_transaction_read_only', 'off', false)",
                "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE",
                "SET search_path = nowhere",
                "SET statement_timeout = 1",
                "BEGIN",
                "BEGIN READ WRITE",
                "COMMIT",
                "RESET ALL",
                "DISCARD ALL",
                "SET standard_conforming_strings = off",
                "CREATE TEMP TABLE canary (id int)",
                "PREPARE p AS SELECT 1",
                "LISTEN x",
                "SELECT pg_advisory_lock(1)",
                "COPY canary TO STDOUT",
                "COPY canary FROM STDIN",
                "DO $$ BEGIN SET default_transaction_read_only = off; END $$");
    }

    @Override
    List<String> writesThatAllowThemselves() {
        return List.of(
                "DO $$ BEGIN SET TRANSACTION READ WRITE; DELETE FROM canary; END $$",
                "DO $$ BEGIN COMMIT; SET TRANSACTION READ WRITE; DELETE FROM canary; END $$",
                "DO $$ BEGIN ROLLBACK; SET TRANSACTION READ WRITE; DELETE FROM canary; END $$",
                "DO $$ BEGIN SET default_transaction_read_only = off; COMMIT; DELETE FROM canary; END $$",
                "EXPLAIN ANALYZE DELETE FROM canary");
    }
}
