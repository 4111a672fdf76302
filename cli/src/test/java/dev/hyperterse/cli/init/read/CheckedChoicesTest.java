package dev.hyperterse.cli.init.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which checks say that a column is one of some texts. */
class CheckedChoicesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CHECK ((status = ANY (ARRAY['new'::text, 'it''s (done)'::text])))",
                "CHECK (((status)::text = ANY ((ARRAY['new'::character varying, 'it''s (done)'::character varying])::text[])))",
                "CHECK (((status)::text = ANY (ARRAY[('new'::character varying)::text, ('it''s (done)'::character varying)::text])))",
                "`status` in ('new','it''s (done)')",
                "(`status` in (_utf8mb4\\'new\\',_utf8mb4\\'it\\'\\'s (done)\\'))",
                "CREATE TABLE t (id INTEGER, status TEXT NOT NULL CHECK (status IN ('new', 'it''s (done)')), x CHECK (x > 'a'))",
                "CREATE TABLE t (\"status\" TEXT,\n  CONSTRAINT c CHECK(\"status\" in ('new', 'it''s (done)')))",
            })
    void textsAreChoices(String check) {
        assertThat(CheckedChoices.of("status", check)).containsExactly("new", "it's (done)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CHECK ((status = 'new'::text))",
                "CHECK (((status = ANY (ARRAY['new'::text])) OR (total > 5)))",
                "CHECK ((status <> ALL (ARRAY['new'::text])))",
                "CHECK ((old_status = ANY (ARRAY['new'::text])))",
                "CHECK ((status = ANY (ARRAY['new'::text, NULL::text])))",
                "`status` in ('new') or `total` > 5",
                "`status` not in ('new')",
                "`status` in (1,2)",
                "CREATE TABLE t (status TEXT CHECK (status IN ('new') OR total > 5), total INTEGER)",
                "CREATE TABLE t (status TEXT DEFAULT 'CHECK')",
            })
    void anyOtherCheckIsNone(String check) {
        assertThat(CheckedChoices.of("status", check)).isEmpty();
    }
}
