package dev.hyperterse.compiler.statement;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class PagesOnSqliteIT extends PagesOnEngine {
    private static EngineUnderTest engine;

    @BeforeAll
    static void connect(@TempDir Path directory) {
        engine = new SqliteUnderTest(directory);
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
        return "text";
    }

    @Override
    String textType() {
        return "text";
    }

    @Override
    String momentKey() {
        return "string";
    }
}
