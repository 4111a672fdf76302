package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.json.JsonMapper;

@ExtendWith(MariaDb.class)
class AdHocOnMariaDbIT extends AdHocOnEngine {
    private static EngineUnderTest engine;

    @BeforeAll
    static void connect(MariaDbDatabase database) {
        engine = new MariaDbUnderTest(database);
        database.execute("CREATE FUNCTION forget() RETURNS int BEGIN DELETE FROM canary; RETURN 1; END");
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
                "SELECT secret FROM canary INTO OUTFILE '/tmp/planted'",
                "SELECT secret INTO DUMPFILE '/tmp/planted' FROM canary LIMIT 1",
                "SELECT secret INTO @a FROM canary LIMIT 1",
                "SELECT @a := 1",
                "SET SESSION tx_read_only = 0",
                "SET SESSION TRANSACTION READ WRITE",
                "START TRANSACTION READ WRITE",
                "SELECT 1 /*! ; DELETE FROM canary */",
                "SELECT 1 /*M! INTO OUTFILE '/tmp/planted' */",
                "/*!50000 DELETE FROM canary */",
                "SELECT LOAD_FILE('/etc/passwd')",
                "SELECT GET_LOCK('x', 1)",
                "SELECT * FROM canary FOR UPDATE",
                "SELECT * FROM canary LOCK IN SHARE MODE",
                "SELECT forget()",
                "CALL forget()",
                "HANDLER canary OPEN",
                "KILL 1",
                "USE mysql",
                "LOCK TABLES canary WRITE",
                "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE canary",
                "DO SLEEP(0)",
                "ANALYZE DELETE FROM canary",
                "SELECT NEXTVAL(counter)",
                "SELECT 1 --\\g DELETE FROM canary",
                "SELECT ?",
                "SELECT {fn now()}",
                "PREPARE p FROM 'DELETE FROM canary'",
                "EXECUTE IMMEDIATE 'DELETE FROM canary'",
                "TRUNCATE TABLE canary");
    }

    @Override
    List<String> writesInDisguise() {
        return List.of("SELECT forget()");
    }

    @Test
    @Override
    void aStatementOfTooHighCostDoesNotRun() {
        super.aStatementOfTooHighCostDoesNotRun();
    }

    @Test
    void planIsJson() {
        for (var plan :
                List.of(explain("SELECT id FROM canary"), execute("EXPLAIN FORMAT=JSON SELECT id FROM canary"))) {
            assertThat(JsonMapper.shared()
                            .readTree(plan)
                            .get(0)
                            .get("EXPLAIN")
                            .get("query_block")
                            .isObject())
                    .isTrue();
        }
        // Texts of a statement stay texts.
        assertThat(execute("SELECT '1' AS `EXPLAIN`")).isEqualTo("[{\"EXPLAIN\":\"1\"}]");
    }

    @Override
    String endless() {
        return "SELECT SLEEP(60)";
    }
}
