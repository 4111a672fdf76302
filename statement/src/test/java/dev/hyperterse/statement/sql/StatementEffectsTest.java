package dev.hyperterse.statement.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementEffectsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT * FROM t | UNKNOWN
            (SELECT 1) UNION (SELECT 2) | UNKNOWN
            SELECT * FROM t FOR UPDATE | UNKNOWN
            SELECT "update" FROM t | UNKNOWN
            VALUES (1) | UNKNOWN
            SELECT * INTO other FROM t | WRITES
            WITH a AS (SELECT 1) SELECT * INTO other FROM a | WRITES
            WITH a AS (INSERT INTO s VALUES (1) RETURNING *) SELECT * FROM a FOR NO KEY UPDATE | ADDS
            WITH RECURSIVE a AS (SELECT 1 AS id) CYCLE id SET c USING p DELETE FROM t | CHANGES
            WITH RECURSIVE a AS (SELECT 1 AS id) SEARCH DEPTH FIRST BY id SET o INSERT INTO t SELECT id FROM a | ADDS
            WITH RECURSIVE a AS (INSERT INTO s VALUES (1) RETURNING id) CYCLE id SET c USING p UPDATE t SET n = 1 | CHANGES
            SHOW server_version | UNKNOWN
            INSERT INTO t VALUES (1) | ADDS
            INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING | ADDS
            INSERT INTO t SELECT updated FROM s | ADDS
            INSERT INTO t VALUES (1) ON CONFLICT (id) DO UPDATE SET n = 2 | CHANGES
            UPDATE t SET n = 1 | CHANGES
            DELETE FROM t | CHANGES
            MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN DELETE | CHANGES
            TRUNCATE t | CHANGES
            DROP TABLE t | CHANGES
            CREATE TABLE t (id int) | WRITES
            CALL refresh_totals() | WRITES
            EXPLAIN DELETE FROM t | UNKNOWN
            EXPLAIN ANALYZE DELETE FROM t | CHANGES
            EXPLAIN (ANALYZE, COSTS OFF) UPDATE t SET n = 1 | CHANGES
            EXPLAIN ANALYZE VERBOSE INSERT INTO t VALUES (1) | ADDS
            EXPLAIN ANALYZE SELECT 1 | UNKNOWN
            WITH a AS (SELECT 1) SELECT * FROM a | UNKNOWN
            WITH a AS (SELECT 1) SELECT * FROM t FOR UPDATE | UNKNOWN
            WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a | ADDS
            WITH a AS (DELETE FROM t RETURNING *) SELECT * FROM a | CHANGES
            WITH a AS (DELETE FROM t RETURNING *) INSERT INTO s SELECT * FROM a | CHANGES
            WITH a AS (INSERT INTO s VALUES (1) RETURNING *) UPDATE t SET n = 1 | CHANGES
            """)
    void effectOfAPostgresStatementOnReadWrite(String text, StatementEffect effect) {
        assertThat(effect(text, Dialect.POSTGRES, Access.ReadWrite)).isEqualTo(effect);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            REPLACE INTO t VALUES (1) | CHANGES
            INSERT OR REPLACE INTO t VALUES (1) | CHANGES
            INSERT OR IGNORE INTO t VALUES (1) | ADDS
            SELECT replace(name, 'a', 'b') FROM t | UNKNOWN
            EXPLAIN QUERY PLAN SELECT 1 | UNKNOWN
            """)
    void effectOfASqliteStatementOnReadWrite(String text, StatementEffect effect) {
        assertThat(effect(text, Dialect.SQLITE, Access.ReadWrite)).isEqualTo(effect);
    }

    @Test
    void nothingIsChangedOnReadOnly() {
        assertThat(effect("SELECT 1", Dialect.POSTGRES, Access.ReadOnly)).isEqualTo(StatementEffect.NONE);
    }

    private static StatementEffect effect(String text, Dialect dialect, Access access) {
        var source = new StatementSource(text, dialect, access, List.of(), Set.of());
        return switch (new StatementCompiler().compile(source)) {
            case StatementCompilation.Compiled(var statement, var effect) -> effect;
            case StatementCompilation.Rejected(var findings) -> throw new AssertionError(text + ": " + findings);
        };
    }
}
