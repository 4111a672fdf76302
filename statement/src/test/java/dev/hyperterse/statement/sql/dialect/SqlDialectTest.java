package dev.hyperterse.statement.sql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.statement.Dialect;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Walks all dialects: each has all of its parts. */
class SqlDialectTest {
    @ParameterizedTest
    @EnumSource
    void objectIsOfItsDialect(Dialect dialect) {
        assertThat(SqlDialects.of(dialect).name()).isEqualTo(dialect);
    }

    @Test
    void eachDialectHasAnObjectOfItsOwn() {
        assertThat(Arrays.stream(Dialect.values()).map(SqlDialects::of).distinct())
                .hasSize(Dialect.values().length);
    }

    @ParameterizedTest
    @EnumSource
    void everyKindOfStatementIsAllowedOnce(Dialect dialect) {
        var kinds = SqlDialects.of(dialect).kinds();
        assertThat(kinds.reads()).contains("select", "with").doesNotContainAnyElementsOf(kinds.writes());
        assertThat(kinds.writes())
                .contains("insert", "update", "delete")
                .doesNotContainAnyElementsOf(kinds.definitions());
        assertThat(kinds.definitions()).contains("create", "drop").doesNotContainAnyElementsOf(kinds.reads());
        assertThat(kinds.shows()).doesNotContainAnyElementsOf(kinds.writes());
    }

    @ParameterizedTest
    @EnumSource
    void quotesOfNamesAndStringsDiffer(Dialect dialect) {
        var lexis = SqlDialects.of(dialect).lexis();
        assertThat(lexis.stringQuotes()).contains("'");
        assertThat(lexis.identifierQuotes().chars())
                .noneMatch(quote -> lexis.stringQuotes().indexOf(quote) >= 0);
        assertThat(lexis.identifierQuotes()
                        .indexOf(SqlDialects.of(dialect).grammar().nameQuote()))
                .isNotNegative();
        assertThat(lexis.stringPrefixes()).containsAll(lexis.backslashPrefixes());
    }

    @ParameterizedTest
    @EnumSource
    void filesAndTemporaryObjectsAreForbidden(Dialect dialect) {
        var forbidden = SqlDialects.of(dialect).forbidden();
        assertThat(forbidden.fileOrCode()).isNotEmpty();
        assertThat(forbidden.temporary()).contains("temporary");
        assertThat(forbidden.session().isEmpty())
                .isEqualTo(forbidden.sessionRemedy().isEmpty());
    }
}
