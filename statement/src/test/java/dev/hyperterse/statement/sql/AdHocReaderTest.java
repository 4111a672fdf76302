package dev.hyperterse.statement.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.statement.binding.RuleIdentifier;
import dev.hyperterse.statement.sql.token.StatementRule;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdHocReaderTest {
    @ParameterizedTest
    @EnumSource
    void readingStatementIsSentUnchanged(Dialect dialect) {
        for (var text : new String[] {
            "SELECT 1",
            "  -- why\n SELECT 'a;b', ';' /* ; */ FROM item",
            "WITH a AS (SELECT 1) SELECT * FROM a",
            "(SELECT 1) UNION (SELECT 2)",
            "VALUES (1)",
            "SELECT '{{ inputs.id }}', '{{{{', '{{1,2},{3,4}}'",
        }) {
            assertThat(sql(dialect, text)).as(text).isEqualTo(text.stripTrailing());
        }
    }

    @Test
    void operatorsOfQuestionMarksStayAsTheyAre() {
        assertThat(sql(Dialect.POSTGRES, "SELECT tags ? 'a', tags ?| array['b'] FROM item"))
                .isEqualTo("SELECT tags ? 'a', tags ?| array['b'] FROM item");
    }

    @ParameterizedTest
    @EnumSource
    void semicolonsAtTheEndAreLeftOut(Dialect dialect) {
        assertThat(sql(dialect, "SELECT 1 ; ; -- end")).isEqualTo("SELECT 1");
    }

    @ParameterizedTest
    @EnumSource
    void secondStatementIsRefused(Dialect dialect) {
        for (var text : new String[] {
            "SELECT 1; DROP TABLE item",
            "SELECT 1;SELECT 2",
            "SELECT 1; /* */ COMMIT",
            "SELECT 1;\n-- x\nDELETE FROM item",
        }) {
            assertThat(rule(dialect, text)).as(text).isEqualTo(StatementRule.ONE_STATEMENT);
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsNoStatement(Dialect dialect) {
        for (var text : new String[] {"", " ", ";", "-- a", "/* a */"}) {
            assertThat(rule(dialect, text)).as(text).isEqualTo(StatementRule.EMPTY_STATEMENT);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "all | INSERT INTO item VALUES (1) | write-on-read-only",
                "all | UPDATE item SET id = 1 | write-on-read-only",
                "all | DELETE FROM item | write-on-read-only",
                "all | CREATE TABLE a (id int) | write-on-read-only",
                "all | DROP TABLE item | write-on-read-only",
                "all | BEGIN | session-statement",
                "all | COMMIT | session-statement",
                "all | SET a = 1 | session-statement",
                "all | PREPARE p FROM 'SELECT 1' | session-statement",
                "all | VACUUM INTO 'a' | statement-kind,write-on-read-only",
                "all | EXPLAIN ANALYZE DELETE FROM item | statement-kind,write-on-read-only",
                "all | SELECT 'a | unterminated-string",
                "all | SELECT 1 /* a | unterminated-comment",
                "POSTGRES | COPY item TO PROGRAM 'sh' | statement-kind",
                "POSTGRES | DO 'BEGIN END' | statement-kind",
                "POSTGRES | CALL something() | write-on-read-only",
                "POSTGRES | SELECT set_config('a.b', 'c', false) | session-function",
                "POSTGRES | SELECT pg_catalog.\"set_config\"('a.b', 'c', false) | session-function",
                "POSTGRES | SELECT pg_advisory_lock(1) | session-function",
                "POSTGRES | SELECT pg_read_file('/etc/passwd') | file-or-code-function",
                "POSTGRES | SELECT lo_import('/etc/passwd') | file-or-code-function",
                "POSTGRES | SELECT * FROM dblink('host=other', 'SELECT 1') AS t(a int) | text-as-sql-function",
                "POSTGRES | SELECT query_to_xml('DELETE FROM item', true, true, '') | text-as-sql-function",
                "POSTGRES | SELECT pg_terminate_backend(1) | write-on-read-only",
                "POSTGRES | SELECT pg_notify('a', 'b') | write-on-read-only",
                "POSTGRES | SELECT $1 | literal-parameter",
                "POSTGRES | SELECT 1 INTO TEMP a | temporary-object",
                "MYSQL | SELECT 1 INTO OUTFILE '/tmp/a' | file-or-code-function",
                "MYSQL | SELECT LOAD_FILE('/etc/passwd') | file-or-code-function",
                "MYSQL | SELECT GET_LOCK('a', 1) | session-function",
                "MYSQL | SELECT @a := 1 | session-variable",
                "MYSQL | SELECT 1 /*! ; DROP TABLE item */ | executable-comment",
                "MYSQL | SELECT 1 /*M!100000 INTO OUTFILE 'a' */ | executable-comment",
                "MYSQL | SELECT 1 FOR UPDATE | write-on-read-only",
                "MYSQL | KILL 1 | statement-kind",
                "MYSQL | HANDLER item OPEN | session-statement",
                "MYSQL | CALL sys.execute_prepared_stmt('DROP TABLE item') | statement-kind",
                "SQLITE | ATTACH 'other.db' AS other | session-statement",
                "SQLITE | PRAGMA query_only = off | session-statement",
                "SQLITE | SELECT load_extension('a') | file-or-code-function",
                "SQLITE | SELECT writefile('a', 'b') | file-or-code-function",
            })
    void statementThatDoesMoreThanReadIsRefused(String dialects, String text, String rules) {
        for (var dialect : dialects(dialects).toList()) {
            assertThat(rule(dialect, text).identifier()).as(text).isIn((Object[]) rules.split(","));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pg_advisory_lock",
                "pg_advisory_lock_shared",
                "pg_try_advisory_lock",
                "pg_try_advisory_lock_shared",
                "pg_advisory_unlock",
                "pg_advisory_unlock_shared",
                "pg_advisory_unlock_all",
                "pg_advisory_xact_lock",
                "pg_advisory_xact_lock_shared",
                "pg_try_advisory_xact_lock",
                "pg_try_advisory_xact_lock_shared",
            })
    void advisoryLocksAreRefused(String function) {
        for (var text : new String[] {"SELECT %s(1)", "SELECT pg_catalog.\"%s\"(1, 2)", "SELECT 1 WHERE %s (1)"}) {
            var statement = text.formatted(function);
            assertThat(rule(Dialect.POSTGRES, statement))
                    .as(statement)
                    .isIn(StatementRule.SESSION_FUNCTION, StatementRule.WRITE_ON_READ_ONLY);
        }
    }

    @ParameterizedTest
    @EnumSource
    void plansAreOfStatementsThatReadOnly(Dialect dialect) {
        assertThat(new AdHocReader(dialect).toExplain("SELECT 1;"))
                .isInstanceOfSatisfying(AdHocStatement.Readable.class, readable -> assertThat(readable.sql())
                        .startsWith("EXPLAIN ")
                        .endsWith("SELECT 1"));
        for (var text : new String[] {
            "EXPLAIN SELECT 1",
            "ANALYZE SELECT 1",
            "ANALYZE",
            "(FORMAT JSON) SELECT 1",
            "DELETE FROM item",
            "SHOW TABLES",
            "EXECUTE p",
            "CREATE TABLE a AS SELECT 1",
            "QUERY PLAN SELECT 1",
            "FOR CONNECTION 1",
            "SELECT 1; SELECT 2",
            "",
        }) {
            assertThat(refused(new AdHocReader(dialect).toExplain(text)))
                    .as(text)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT '\0'", "\uFEFFSELECT 1"})
    void charactersThatEnginesReadDifferentlyAreRefused(String text) {
        for (var dialect : Dialect.values()) {
            assertThat(refused(new AdHocReader(dialect).toRun(text))).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void longTextIsRefusedByItsBytes(Dialect dialect) {
        assertThat(refused(new AdHocReader(dialect).toRun("SELECT '" + "\u00e4".repeat(33_000) + "'")))
                .isTrue();
    }

    private static Stream<Dialect> dialects(String names) {
        return names.equals("all") ? Arrays.stream(Dialect.values()) : Stream.of(Dialect.valueOf(names));
    }

    private static boolean refused(AdHocStatement statement) {
        return statement instanceof AdHocStatement.Refused;
    }

    private static String sql(Dialect dialect, String text) {
        return switch (new AdHocReader(dialect).toRun(text)) {
            case AdHocStatement.Readable(var sql) -> sql;
            case AdHocStatement.Refused(var finding) -> throw new AssertionError(text + ": " + finding);
        };
    }

    private static RuleIdentifier rule(Dialect dialect, String text) {
        return switch (new AdHocReader(dialect).toRun(text)) {
            case AdHocStatement.Readable(var sql) -> throw new AssertionError(dialect + " takes " + sql);
            case AdHocStatement.Refused(var finding) -> finding.rule();
        };
    }
}
