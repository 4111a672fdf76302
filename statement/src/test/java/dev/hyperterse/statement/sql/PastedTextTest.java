package dev.hyperterse.statement.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.statement.Dialect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PastedTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                "/*action='a',application='b'*/\n( (select 1) )",
                "# why\n-- why\nWITH a AS (SELECT 1) SELECT @x, '\\' ? {",
                "TABLE item",
                "SHOW TABLES",
                "EXPLAIN SELECT 1",
                "SELECT 'a text without an end"
            })
    void queryIsOne(String text) {
        assertThat(PastedText.isQuery(text, Dialect.MYSQL)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "BEGIN NOT ATOMIC DELETE FROM item; END",
                "/*action='a'*/\nIF TRUE THEN DELETE FROM item; END IF",
                "here: LOOP LEAVE here; END LOOP",
                "SET STATEMENT tx_read_only = 0 FOR DELETE FROM item",
                "/*! BEGIN NOT ATOMIC */ SELECT 1; END",
                "/*M! BEGIN NOT ATOMIC */ SELECT 1; END",
                "--\u0001 SELECT\nBEGIN NOT ATOMIC DELETE FROM item; END",
                "`SELECT`: BEGIN NOT ATOMIC DELETE FROM item; END",
                "/* SELECT"
            })
    void nothingElseIsAQuery(String text) {
        assertThat(PastedText.isQuery(text, Dialect.MYSQL)).isFalse();
    }
}
