package dev.hyperterse.compiler.statement;

import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Postgres.class)
class PagesOnPostgresIT extends PagesOnEngine {
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
    String momentType() {
        return "timestamptz";
    }

    @Override
    String textType() {
        return "text";
    }
}
