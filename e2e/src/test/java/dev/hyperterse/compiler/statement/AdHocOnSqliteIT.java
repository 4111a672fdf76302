package dev.hyperterse.compiler.statement;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class AdHocOnSqliteIT extends AdHocOnEngine {
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
    List<String> hostile() {
        return List.of(
                "ATTACH ':memory:' AS other",
                "DETACH main",
                "PRAGMA query_only = off",
                "PRAGMA writable_schema = on",
                "SELECT load_extension('/tmp/planted')",
                "SELECT writefile('/tmp/planted', 'x')",
                "SELECT fts3_tokenizer('simple')",
                "VACUUM",
                "VACUUM INTO '/tmp/planted'",
                "REINDEX",
                "ANALYZE",
                "SELECT randomblob(2000000000)",
                "SELECT ?1",
                "SELECT :a",
                "EXPLAIN DELETE FROM canary",
                "REPLACE INTO canary VALUES (1, 'changed')");
    }

    @Override
    List<String> writesInDisguise() {
        return List.of(
                "WITH a AS (SELECT 1) DELETE FROM canary", "WITH a AS (SELECT 1) INSERT INTO canary VALUES (3, 'x')");
    }

    @Override
    String endless() {
        return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    }
}
