package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.statement.binding.RuleIdentifier;
import dev.hyperterse.statement.sql.token.StatementRule;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Walks all dialects: each has examples of every rule. */
class DialectExamplesTest {
    /** Rows of the reference that have no statement to show in some dialect. */
    private static final Map<Dialect, Set<String>> ROWS_WITHOUT_ACCEPTED = Map.of(
            Dialect.POSTGRES, Set.of(),
            Dialect.SQLITE, Set.of("4", "6", "8"),
            Dialect.MYSQL, Set.of("4", "5", "8"));

    /** What a dialect has no way to write, so that no statement can break the rule. */
    private static final Map<Dialect, Set<StatementRule>> IMPOSSIBLE = Map.of(
            Dialect.POSTGRES, Set.of(StatementRule.EXECUTABLE_COMMENT, StatementRule.SESSION_VARIABLE),
            Dialect.SQLITE,
                    Set.of(
                            StatementRule.EXECUTABLE_COMMENT,
                            StatementRule.SESSION_VARIABLE,
                            StatementRule.SESSION_FUNCTION,
                            StatementRule.TEXT_AS_SQL_FUNCTION,
                            StatementRule.TYPED_LITERAL,
                            StatementRule.STRING_CONTINUATION,
                            StatementRule.BACKSLASH_QUOTE,
                            StatementRule.UNICODE_IDENTIFIER,
                            StatementRule.UNTERMINATED_DOLLAR_QUOTE,
                            StatementRule.DOLLAR_TAG_TOO_LONG,
                            StatementRule.PLACEHOLDER_IN_DOLLAR_QUOTE),
            Dialect.MYSQL,
                    Set.of(
                            StatementRule.TYPED_LITERAL,
                            StatementRule.BACKSLASH_QUOTE,
                            StatementRule.UNICODE_IDENTIFIER,
                            StatementRule.UNTERMINATED_DOLLAR_QUOTE,
                            StatementRule.DOLLAR_TAG_TOO_LONG,
                            StatementRule.PLACEHOLDER_IN_DOLLAR_QUOTE));

    @ParameterizedTest
    @EnumSource
    void everyRuleIsBrokenByAnExampleOfEveryDialect(Dialect dialect) {
        var broken = StatementCase.rejected()
                .filter(example -> example.dialect() == dialect)
                .flatMap(example -> example.expected().lines())
                .map(line -> line.substring(0, line.indexOf(' ')))
                .collect(Collectors.toSet());
        assertThat(Arrays.stream(StatementRule.values())
                        .filter(rule -> rule != StatementRule.WRITE_ON_READ_ONLY)
                        .filter(rule -> broken.contains(rule.identifier())
                                == IMPOSSIBLE.get(dialect).contains(rule))
                        .map(RuleIdentifier::identifier))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void everyRowHasExamplesOfEveryDialect(Dialect dialect) {
        var rows =
                new TreeSet<>(StatementCase.accepted().map(StatementCase::row).toList());
        rows.removeAll(StatementCase.accepted()
                .filter(example -> example.dialect() == dialect)
                .map(StatementCase::row)
                .toList());
        assertThat(rows).isEqualTo(ROWS_WITHOUT_ACCEPTED.get(dialect));
    }
}
