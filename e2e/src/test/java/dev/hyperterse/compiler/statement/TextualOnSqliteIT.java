package dev.hyperterse.compiler.statement;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class TextualOnSqliteIT extends TextualOnEngine {
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
    List<String> changesOfTheSession() {
        return List.of(
                "PRAGMA query_only = off",
                "PRAGMA writable_schema = on",
                "PRAGMA case_sensitive_like = on",
                "CREATE TEMP TABLE canary (id, secret)",
                "BEGIN",
                "SAVEPOINT s",
                "ATTACH ':memory:' AS other");
    }

    /** No statement has more than one step. */
    @Override
    List<String> writesThatAllowThemselves() {
        return List.of("WITH planted AS (SELECT 1) DELETE FROM canary");
    }
}
