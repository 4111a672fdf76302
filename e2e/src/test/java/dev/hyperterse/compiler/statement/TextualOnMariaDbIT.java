package dev.hyperterse.compiler.statement;

import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDb.class)
class TextualOnMariaDbIT extends TextualOnEngine {
    private static EngineUnderTest engine;

    @BeforeAll
    static void connect(MariaDbDatabase database) {
        engine = new MariaDbUnderTest(database);
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
                "SET SESSION tx_read_only = 0",
                "SET SESSION TRANSACTION READ WRITE",
                "SET SESSION sql_mode = 'ANSI_QUOTES'",
                "SET SESSION sql_select_limit = 0",
                "SET NAMES latin1",
                "BEGIN",
                "START TRANSACTION READ WRITE",
                "SET autocommit = 0",
                "CREATE TEMPORARY TABLE canary (id int)",
                "SELECT GET_LOCK('x', 1)",
                "USE information_schema",
                "LOCK TABLES canary READ");
    }

    @Override
    List<String> writesThatAllowThemselves() {
        return List.of(
                "SET STATEMENT tx_read_only = 0 FOR DELETE FROM canary",
                "BEGIN NOT ATOMIC SET TRANSACTION READ WRITE; DELETE FROM canary; END",
                "BEGIN NOT ATOMIC SET SESSION tx_read_only = 0; DELETE FROM canary; END",
                "BEGIN NOT ATOMIC SET SESSION tx_read_only = 0; COMMIT; DELETE FROM canary; END",
                "BEGIN NOT ATOMIC START TRANSACTION READ WRITE; DELETE FROM canary; COMMIT; END",
                "IF TRUE THEN SET SESSION tx_read_only = 0; COMMIT; DELETE FROM canary; END IF",
                "EXECUTE IMMEDIATE 'DELETE FROM canary'",
                "ANALYZE DELETE FROM canary");
    }
}
