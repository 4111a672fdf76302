package dev.hyperterse.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.access.AccessRule.Variable;
import dev.hyperterse.catalog.access.PastCalls;
import dev.hyperterse.catalog.access.PastCalls.Of;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.rule.Rule.Decision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules that look back at calls. */
class PastCallMacrosTest {
    private static final List<Input> INPUTS = List.of(
            Input.of("amount", InputType.FLOAT, false),
            Input.of("items", InputType.INT, true),
            Input.of("to", InputType.STRING, true));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            history.count(duration('1h')) < 10                                          | CALLER   |          |        | 3600
            history.count('transfer', duration('24h')) < 10                             | CALLER   | transfer |        | 86400
            !history.any('read-secrets', duration('1h30m'))                             | CALLER   | read-secrets |    | 5400
            history.sum('amount', duration('90s')) + inputs.amount <= 5000.0            | CALLER   |          | amount | 90
            history.sum('items', duration('1h')) < 5                                    | CALLER   |          | items  | 3600
            history.everyone.sum('transfer', 'amount', duration('744h')) < 5000         | EVERYONE | transfer | amount | 2678400
            [1, 2].all(history, history > 0) && history.any(duration('1m'))             | CALLER   |          |        | 60""")
    void ruleSaysWhatItLooksBackAt(String rule, Of whose, String tool, String input, long seconds) {
        var compiled = RuleCompiler.compile(rule, Optional.of(INPUTS));

        assertThat(compiled).isInstanceOfSatisfying(RuleCompilation.Sound.class, sound -> {
            assertThat(sound.program().past())
                    .containsExactly(
                            new PastCalls(whose, Optional.ofNullable(tool), Optional.ofNullable(input), seconds));
            assertThat(sound.program().reads()).contains(Variable.HISTORY);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            history.count(duration('30s')) < 10                    | between a minute and 31 days                | 14
            history.count(duration('745h')) < 10                   | between a minute and 31 days                | 14
            history.count(duration(inputs.to)) < 10                | a constant time                             | 14
            history.count('1h') < 10                               | a constant time                             | 14
            history.count(duration('soon')) < 10                   | a constant time                             | 14
            history.count(inputs.to, duration('1h')) < 10          | by the name of a tool                       | 14
            history.count('a b', duration('1h')) < 10              | by the name of a tool                       | 14
            history.sum('to', duration('1h')) < 10                 | 'to' is no input of type int or float       | 12
            history.sum('other', duration('1h')) < 10              | 'other' is no input of type int or float    | 12
            history.sum('t', inputs.to, duration('1h')) < 10       | by the name of an input                     | 17
            history.counts['CALLER 3600  '] < 10                   | undefined field 'counts'                    | 7
            history.most(duration('1h')) < 10                      | undeclared reference to 'most'              | 12
            history.sum('items', duration('1h')) + inputs.items < 10 | found no matching overload for '_+_'      | 36
            others.count(duration('1h')) < 10                      | undeclared reference to 'others'            | 0""")
    void anythingElseIsAMistakeAtItsPlace(String rule, String message, int offset) {
        var compiled = RuleCompiler.compile(rule, Optional.of(INPUTS));

        assertThat(compiled)
                .isInstanceOfSatisfying(RuleCompilation.Faulty.class, faulty -> assertThat(faulty.mistakes())
                        .anySatisfy(mistake -> {
                            assertThat(mistake.message()).contains(message);
                            assertThat(mistake.offset()).isBetween(offset - 2, offset + 8);
                        }));
    }

    @Test
    void ruleLooksBackAtFewSeries() {
        var rule = IntStream.range(0, 5)
                .mapToObj("history.any('tool-%d', duration('1h'))"::formatted)
                .collect(Collectors.joining(" && "));

        assertThat(RuleCompiler.compile(rule.substring(0, rule.lastIndexOf(" &&")), Optional.of(INPUTS)))
                .isInstanceOf(RuleCompilation.Sound.class);
        assertThat(RuleCompiler.compile(rule, Optional.of(INPUTS)))
                .isInstanceOfSatisfying(RuleCompilation.Faulty.class, faulty -> assertThat(faulty.mistakes())
                        .extracting(RuleCompilation.Mistake::rule)
                        .containsExactly("history-bounded"));
    }

    @Test
    void rulesAboutManyMayNameAnyInput() {
        assertThat(RuleCompiler.compile("history.sum('amount', duration('1h')) < 5000", Optional.empty()))
                .isInstanceOf(RuleCompilation.Sound.class);
    }

    @Test
    void whatWasBeforeDecides() {
        var rule = rule("history.sum('amount', duration('1h')) + inputs.amount <= 5000.0"
                + " && !history.any('export', duration('1h')) && history.count(duration('1h')) < 3");
        var sum = new PastCalls(Of.CALLER, Optional.empty(), Optional.of("amount"), 3600).key();
        var export = new PastCalls(Of.CALLER, Optional.of("export"), Optional.empty(), 3600).key();
        var count = new PastCalls(Of.CALLER, Optional.empty(), Optional.empty(), 3600).key();

        assertThat(evaluate(rule, Map.of(export, 0L, count, 2L), Map.of(sum, 3000.0)))
                .isInstanceOf(Decision.Admits.class);
        assertThat(evaluate(rule, Map.of(export, 0L, count, 2L), Map.of(sum, 3000.5)))
                .isInstanceOf(Decision.Denies.class);
        assertThat(evaluate(rule, Map.of(export, 1L, count, 0L), Map.of(sum, 0.0)))
                .isInstanceOf(Decision.Denies.class);
        assertThat(evaluate(rule, Map.of(export, 0L, count, 3L), Map.of(sum, 0.0)))
                .isInstanceOf(Decision.Denies.class);
    }

    @Test
    void ruleFailsWhereTheReplicaCannotLookBack() {
        var rule = rule("!history.any('export', duration('1h'))");

        assertThat(evaluate(rule, Map.of(), Map.of())).isInstanceOf(Decision.Fails.class);
        assertThat(rule.evaluate(Map.of())).isInstanceOf(Decision.Fails.class);
    }

    private static Rule rule(String expression) {
        return switch (RuleCompiler.compile(expression, Optional.of(INPUTS))) {
            case RuleCompilation.Sound(var program) -> Rule.of(program);
            case RuleCompilation.Faulty(var mistakes) -> throw new IllegalArgumentException(mistakes.toString());
        };
    }

    private static Decision evaluate(Rule rule, Map<String, Long> counts, Map<String, Double> sums) {
        return rule.evaluate(Map.of(
                "inputs",
                Map.of("amount", 2000.0),
                "history",
                Map.of(PastCallMacros.COUNTS, counts, PastCallMacros.SUMS, sums)));
    }
}
