package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuiltinsOnSqliteIT extends BuiltinsOnEngine {
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

    @Test
    void tablesOfTheEngineHaveNoValues() {
        assertThat(columnValues("sqlite_schema", "sql")).isEmpty();
        assertThat(columnValues("pragma_database_list", "file")).isEmpty();
    }

    @Override
    String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
