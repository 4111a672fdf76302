package dev.hyperterse.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.rule.Rule.Decision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Rules from their text to a decision. */
class RuleTest {
    private static final List<Input> INPUTS = List.of(
            Input.of("tenant", InputType.STRING, false),
            Input.of("amount", InputType.INT, true),
            Input.of("rate", InputType.FLOAT, true),
            Input.of("at", InputType.DATETIME, true),
            Input.listOf("ids", InputType.INT, true),
            Input.of("filter", InputType.OBJECT, true));

    private static final JsonNode CLAIMS = JsonMapper.shared().readTree("""
            {"tenant":"acme", "level":3, "ratio":0.5, "admin":true, "none":null, "roles":["reader","writer"],
             "nested":{"deep":{"er":"x"}}, "huge":18446744073709551616}""");

    private static final Map<String, ?> VALUES = values();

    private static Map<String, ?> values() {
        return Map.of(
                "principal",
                Map.of(
                        "plugin", "sso",
                        "subject", "ann",
                        "scopes", List.of("orders:read", "orders:write"),
                        "groups", List.of("support"),
                        "claims", JsonValues.of(CLAIMS)),
                "tool",
                Map.of("kind", "Tool", "namespace", "shop", "name", "list-orders"),
                "inputs",
                Map.of(
                        "tenant",
                        "acme",
                        "amount",
                        12L,
                        "rate",
                        0.25,
                        "at",
                        "2026-01-02T03:04:05Z",
                        "ids",
                        List.of(1L, 2L, 3L),
                        "filter",
                        Map.of("status", "open")),
                "headers",
                Map.of("x-team", "blue"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
            true ; Admits
            false ; Denies
            principal.subject == 'ann' ; Admits
            principal.subject == 'Ann' ; Denies
            has(principal.subject) ; Admits
            'orders:read' in principal.scopes ; Admits
            'Orders:Read' in principal.scopes ; Denies
            principal.scopes.exists(s, s.startsWith('orders:')) ; Admits
            principal.groups.all(g, g in ['support', 'managers']) ; Admits
            principal.claims.tenant == inputs.tenant ; Admits
            principal.claims['tenant'] == 'other' ; Denies
            principal.claims.level >= 3 ; Admits
            principal.claims.level > 2.5 ; Admits
            principal.claims.ratio < 1 ; Admits
            principal.claims.huge > 1 ; Fails
            principal.claims.admin ; Admits
            principal.claims.admin == 'true' ; Denies
            principal.claims.none == null ; Admits
            principal.claims.none == 'x' ; Denies
            principal.claims.none ; Fails
            principal.claims.tenant ; Fails
            principal.claims.missing == 'x' ; Fails
            principal.claims.missing == 'x' && principal.claims.missing2 ; Fails
            principal.claims.missing == 'x' || principal.subject == 'ann' ; Admits
            !(principal.claims.missing == 'x') ; Fails
            has(principal.claims.missing) ; Denies
            !has(principal.claims.missing) ; Admits
            has(principal.claims.none) ; Admits
            principal.claims.nested.deep.er == 'x' ; Admits
            principal.claims.nested.no.er == 'x' ; Fails
            principal.claims.roles[5] == 'x' ; Fails
            principal.claims.level > 'a' ; Fails
            'writer' in principal.claims.roles ; Admits
            tool.name == 'list-orders' && tool.namespace == 'shop' ; Admits
            tool.kind == 'Tool' ; Admits
            inputs.amount <= 100 ; Admits
            inputs.amount / 0 == 1 ; Fails
            inputs.amount + 9223372036854775807 > 0 ; Fails
            inputs.rate < 0.3 && inputs.rate < 1 ; Admits
            timestamp(inputs.at) < timestamp('2027-01-01T00:00:00Z') ; Admits
            inputs.ids.all(id, id < 10) ; Admits
            size(inputs.ids) == 3 ; Admits
            inputs.filter.status == 'open' ; Admits
            inputs.tenant.matches('^a(c|x)me$') ; Admits
            inputs.tenant.matches('^b') ; Denies
            headers['x-team'] == 'blue' ; Admits
            headers['x-absent'] == 'blue' ; Fails
            'x-absent' in headers && headers['x-absent'] == 'blue' ; Denies
            'x-team' in headers ; Admits
            headers.absent == 'x' ; Fails""")
    void decides(String expression, String decision) {
        assertThat(evaluate(expression, VALUES).getClass().getSimpleName()).isEqualTo(decision);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
            principal.subject = ; 18 ; rule-compiles
            principal.subject ; 9 ; rule-compiles
            principal.name == 'x' ; 9 ; rule-compiles
            principal.subject == 1 ; 18 ; rule-compiles
            inputs.amount == 'many' ; 14 ; rule-compiles
            inputs.nothing == 1 ; 6 ; rule-compiles
            tool.owner == 'x' ; 4 ; rule-compiles
            caller == 'x' ; 0 ; rule-compiles
            principal.subject.shout() ; 23 ; rule-compiles
            headers.size() > 3 ; 0 ; header-named
            headers[principal.subject] == 'x' ; 0 ; header-named
            headers.exists(h, h == 'x') ; 0 ; header-named
            headers == {} ; 0 ; header-named
            headers['authorization'] == 'x' ; 0 ; header-readable
            headers['Cookie'] == 'x' ; 0 ; header-readable
            headers['x team'] == 'x' ; 0 ; header-readable
            headers['X-Team'] == 'x' ; 0 ; header-lower-case
            'dpop' in headers ; 10 ; header-readable
            inputs.ids.all(a, inputs.ids.all(b, inputs.ids.all(c, a + b > c))) ; 50 ; rule-bounded""")
    void refusesWithAPosition(String expression, int offset, String rule) {
        var compiled = RuleCompiler.compile(expression, Optional.of(INPUTS));

        assertThat(compiled)
                .isInstanceOfSatisfying(RuleCompilation.Faulty.class, faulty -> assertThat(faulty.mistakes())
                        .anySatisfy(mistake -> {
                            assertThat(mistake.rule()).isEqualTo(rule);
                            assertThat(mistake.offset()).isEqualTo(offset);
                            assertThat(mistake.message()).doesNotContain("\n");
                        }));
    }

    @Test
    void countsLinesAndCharactersOutsideTheBasicPlane() {
        var compiled = (RuleCompilation.Faulty) RuleCompiler.compile("true &&\n'\uD83D\uDE00' == 1", Optional.empty());

        assertThat(compiled.mistakes().getFirst().offset()).isEqualTo("true &&\n'\uD83D\uDE00' ".length());
    }

    @Test
    void compilesToTheSameBytesEachTime() {
        var expression = "principal.scopes.exists(s, s == inputs.tenant) && headers['x-team'] in principal.groups";

        assertThat(RuleCompiler.compile(expression, Optional.of(INPUTS)))
                .isEqualTo(RuleCompiler.compile(expression, Optional.of(INPUTS)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
            inputs.ids.all(a, inputs.ids.all(b, a + b >= 0))
            inputs.ids.map(a, inputs.text + inputs.text).size() > 0
            inputs.ids.all(a, inputs.text.contains('needle') || true)
            inputs.ids.map(a, inputs.ids.map(b, [a, b])).size() > 0
            true || inputs.ids.all(a, inputs.ids.all(b, a + b >= 0))
            inputs.ids.all(a, inputs.ids.all(b, a + b >= 0)) || true""")
    void anEvaluationIsBounded(String expression) {
        var values = Map.of(
                "inputs",
                Map.of(
                        "ids", IntStream.range(0, 5_000).mapToObj(Long::valueOf).toList(),
                        "text", "x".repeat(500_000)));

        var decision = evaluate(expression, values);

        if (!expression.startsWith("true")) {
            assertThat(decision).isInstanceOf(Decision.Fails.class);
        }
    }

    /** Each is a step, and takes up to a tenth of a second. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
            inputs.ids.all(a, !inputs.text.matches('(a?){240}b'))
            inputs.ids.all(a, !matches(inputs.text, '(a?){240}b'))
            inputs.ids.all(a, !'short'.matches('(a?){240}b'))
            inputs.ids.all(a, !'short'.matches('((a{30}){30}){30}') || true)
            inputs.ids.all(a, !inputs.text.matches(inputs.pattern))
            inputs.ids.all(a, !'short'.matches(inputs.pattern))
            inputs.ids.all(a, !inputs.text.contains(inputs.pattern))
            inputs.ids.all(a, !inputs.text.contains('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'))""")
    void aSearchIsAsMuchWorkAsItsTextIsLongAndItsPatternLarge(String expression) {
        var values = Map.of(
                "inputs",
                Map.of(
                        "ids", IntStream.range(0, 1_000).mapToObj(Long::valueOf).toList(),
                        "text", "a".repeat(800),
                        "pattern", "(a?){240}b"));

        assertThat(evaluate(expression, values)).isEqualTo(new Decision.Fails("TOO_MUCH_WORK"));
    }

    /** Each of these comparisons is a step, and reads a megabyte. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
            inputs.ids.all(i, inputs.list != inputs.other)
            inputs.ids.all(i, !(inputs.list == inputs.other))
            inputs.ids.all(i, !(inputs.list in [inputs.other]))
            inputs.ids.all(i, [inputs.list] != [inputs.other])
            inputs.ids.all(i, {'a': inputs.list} != {'a': inputs.other})
            inputs.ids.all(i, inputs.map != inputs.otherMap)
            inputs.ids.all(i, !(inputs.list in {'a': 1}))
            inputs.ids.all(i, {'a': 1}[inputs.list] == 1 || true)
            [bytes(inputs.text)].all(text, inputs.ids.all(i, text <= text))
            [bytes(inputs.text)].all(text, inputs.ids.all(i, size(text + text) > 0))""")
    void aComparisonIsAsMuchWorkAsItsValuesAreLarge(String expression) {
        var values = Map.of(
                "inputs",
                Map.of(
                        "ids", LongStream.range(0, 1_000).boxed().toList(),
                        "list", List.of(LongStream.range(0, 100_000).boxed().toList()),
                        "other", List.of(LongStream.range(0, 100_000).boxed().toList()),
                        "map", Map.of("text", "x".repeat(1_000_000) + "y"),
                        "otherMap", Map.of("text", "x".repeat(1_000_000) + "z"),
                        "text", "x".repeat(1_000_000)));

        assertThat(evaluate(expression, values)).isEqualTo(new Decision.Fails("TOO_MUCH_WORK"));
    }

    @Test
    void aComparisonWithATextIsNoMuchWork() {
        var values = Map.of(
                "inputs",
                Map.of("list", List.of(LongStream.range(0, 200_000).boxed().toList()), "text", "x"));

        assertThat(evaluate("inputs.list != null && inputs.list != 'x' && !('x' in inputs.list)", values))
                .isInstanceOf(Decision.Admits.class);
    }

    @Test
    void patternsOfManyGroupsAreNoMuchWork() {
        var values = Map.of(
                "principal",
                Map.of(
                        "groups",
                        IntStream.range(0, 300)
                                .mapToObj("/shop/teams/team-%d"::formatted)
                                .toList()));

        assertThat(evaluate("principal.groups.exists(g, g.matches('^/shop/teams/[a-z]+-299$'))", values))
                .isInstanceOf(Decision.Admits.class);
    }

    @Test
    void patternsDoNotBacktrack() {
        var values = Map.of("inputs", Map.of("text", "a".repeat(30_000) + "!"));

        assertThat(evaluate("inputs.text.matches('^(a+)+$')", values)).isInstanceOf(Decision.Denies.class);
        assertThat(evaluate("inputs.text.matches('(((a{1,30}){1,30}){1,30})x')", values))
                .isInstanceOf(Decision.Fails.class);
    }

    @Test
    void longTextsAreRefused() {
        assertThat(RuleCompiler.compile("true" + " && true".repeat(300), Optional.empty()))
                .isInstanceOf(RuleCompilation.Faulty.class);
        assertThat(RuleCompiler.compile("(".repeat(900) + "true" + ")".repeat(900), Optional.empty()))
                .isInstanceOf(RuleCompilation.Faulty.class);
    }

    private static Decision evaluate(String expression, Map<String, ?> values) {
        var inputs = values == VALUES ? Optional.of(INPUTS) : Optional.<List<Input>>empty();
        return switch (RuleCompiler.compile(expression, inputs)) {
            case RuleCompilation.Sound(var program) -> Rule.of(program).evaluate(values);
            case RuleCompilation.Faulty(var mistakes) -> throw new AssertionError(mistakes.toString());
        };
    }
}
