package dev.hyperterse.compiler.statement;

import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDb.class)
class PagesOnMariaDbIT extends PagesOnEngine {
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
    String momentType() {
        return "DATETIME(6)";
    }

    @Override
    String textType() {
        return "VARCHAR(100)";
    }

    @Override
    String literal(String name) {
        return super.literal(name.replace("\\", "\\\\"));
    }
}
