package dev.hyperterse.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.catalog.composition.Expression;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.rule.RuleCompilation.Mistake;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** What expressions of compositions say, and where they end. */
class ExpressionTest {
    private static final List<Input> INPUTS = List.of(
            Input.of("product", InputType.STRING, false),
            Input.of("limit", InputType.INT, true),
            Input.of("missing", InputType.STRING, true));

    private static final Map<String, Object> BIG = Map.of(
            "text", "a".repeat(300_000), "other", "a".repeat(100_000) + "b", "list", Collections.nCopies(300, 1L));

    private static final Map<String, Object> VALUES = Map.of(
            "big",
            BIG,
            "inputs",
            Map.of("product", "lamp", "limit", 5L),
            "now",
            Instant.parse("2026-12-01T10:00:00Z"),
            "principal",
            Map.of("subject", "ann", "scopes", List.of("read")),
            "rows",
            JsonValues.of(JsonMapper.shared().readTree("""
                    [{"z":1,"price":2.5,"name":"product:7","json":"{\\"a\\":[1,2]}"},{"z":2,"price":3,"name":"b","none":null}]""")));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            inputs.product                                          | "lamp"
            rows                                                    | [{"z":1,"price":2.5,"name":"product:7","json":"{\\"a\\":[1,2]}"},{"z":2,"price":3,"name":"b","none":null}]
            {'z': rows[0].z, 'b': 1, 'a': [true, 2.5, null]}        | {"z":1,"b":1,"a":[true,2.5,null]}
            rows.map(it, it.z * 2)                                  | [2,4]
            rows.filter(it, it.z > 1).map(it, {'name': it.name})    | [{"name":"b"}]
            int(rows[0].name.substring(8))                          | 7
            rows.map(it, it.name).indexOf('b')                      | 1
            rows.map(it, it.z).indexOf(2.0)                         | 1
            rows.map(it, it.z).indexOf('2')                         | -1
            rows.indexOf({})                                        | -1
            json(rows[0].json).a                                    | [1,2]
            toJson({'list': rows.map(it, it.z)})                    | "{\\"list\\":[1,2]}"
            inputs.?limit.orValue(9)                                | 5
            inputs.?missing.orValue('none')                         | "none"
            inputs.?missing                                         | absent
            null                                                    | absent
            rows[?7]                                                | absent
            rows[?1].optMap(it, it.z)                               | 2
            optional.of(optional.none())                            | absent
            size(big.list.filter(it, it > 9)) > 0                   | false
            rows[1].none                                            | absent
            has(inputs.missing) ? inputs.missing : 'x'              | "x"
            cel.bind(names, rows.map(it, it.name), size(names))     | 2
            int(now)                                                | 1796119200
            string(now)                                             | "2026-12-01T10:00:00Z"
            now + duration('1h')                                    | "2026-12-01T11:00:00Z"
            now.getFullYear()                                       | 2026
            timestamp('2026-12-01T12:00:00+02:00') == now           | true
            timestamp('2026-12-01T09:59:59.5Z')                     | "2026-12-01T09:59:59.500Z"
            timestamp(1796119200) == now                            | true
            principal.subject + ' of ' + principal.scopes[0]        | "ann of read"
            math.greatest(rows[0].z, 7)                             | 7
            double(rows[1].price) * 1.5                             | 4.5
            b'hi'                                                   | "aGk="
            """)
    void valueAsJson(String expression, String json) {
        assertThat(said(expression)).isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            rows[0].other                                           | attribute not found
            rows[2]                                                 | index out of bounds
            inputs.missing                                          | attribute not found
            int('x')                                                | bad format
            timestamp('2026-12-01')                                 | bad format
            timestamp('2026-12-01T10:00:00')                        | bad format
            timestamp('10000-01-01T00:00:00Z')                      | bad format
            1 / (rows[0].z - 1)                                     | divide by zero
            rows[0].name + 1                                        | overload not found
            9223372036854775807 + rows[0].z                         | numeric overflow
            json('{')                                               | bad format
            json(big.text)                                          | invalid argument
            """)
    void failureSaysItsKindAndNoValue(String expression, String why) {
        assertThat(said(expression)).isEqualTo("failed: " + why);
    }

    /** Each would take the memory or the time of all calls, if one step of it were not bounded. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1,2,3,4,5,6,7,8,9,10].map(a, rows.map(b, [1,2,3,4,5,6,7,8,9].map(c, [1,2,3,4,5,6,7,8,9].map(d,"
                        + " [1,2,3,4,5,6,7,8,9].map(e, [1,2,3,4,5,6,7,8,9].map(f, [1,2,3,4,5,6,7,8,9].map(g, 1)))))))",
                DOUBLED_TEXT,
                DOUBLED_LIST,
                "cel.bind(a, b'xxxxxxxxxxxxxxxx', cel.bind(b, a+a+a+a+a+a+a+a, cel.bind(c, b+b+b+b+b+b+b+b, cel.bind(d,"
                        + " c+c+c+c+c+c+c+c, cel.bind(e, d+d+d+d+d+d+d+d, cel.bind(f, e+e+e+e+e+e+e+e, cel.bind(g,"
                        + " f+f+f+f+f+f+f+f, size(g+g+g+g+g+g+g+g))))))))",
                // A failure that '||' and 'exists' take for an answer costs what led to it.
                SHARED + "[1,2,3,4,5,6,7,8,9].exists(i, toJson(h) == 'x') || big.list.exists(i, toJson(h) == 'x')"
                        + CLOSED,
                SHARED + "optional.of(h) == optional.of(h + h)" + CLOSED,
                SHARED + "[optional.of(h)] == [optional.of(h + h)]" + CLOSED,
                SHARED + "{dyn('a'): 1}[?dyn(h)]" + CLOSED,
                SHARED + "{dyn(h): 1}" + CLOSED,
                "big.text.indexOf(big.other)",
                "big.text.indexOf(big.other, 1)",
                "big.text.lastIndexOf(big.other)",
                "big.list.map(i, big.list.map(k, k))"
            })
    void workIsBounded(String expression) {
        assertThat(said(expression)).startsWith("failed: ");
    }

    /** A value of eight times eight times ... values, each of which is there once. */
    private static final String SHARED = "cel.bind(a, [1,1,1,1,1,1,1,1], cel.bind(b, [a,a,a,a,a,a,a,a], cel.bind(c,"
            + " [b,b,b,b,b,b,b,b], cel.bind(d, [c,c,c,c,c,c,c,c], cel.bind(e, [d,d,d,d,d,d,d,d], cel.bind(f,"
            + " [e,e,e,e,e,e,e,e], cel.bind(g, [f,f,f,f,f,f,f,f], cel.bind(h, [g,g,g,g,g,g,g,g], ";

    private static final String CLOSED = "))))))))";

    private static final String DOUBLED_TEXT =
            "cel.bind(a, 'xxxxxxxxxxxxxxxx', cel.bind(b, a+a+a+a+a+a+a+a, cel.bind(c,"
                    + " b+b+b+b+b+b+b+b, cel.bind(d, c+c+c+c+c+c+c+c, cel.bind(e, d+d+d+d+d+d+d+d, cel.bind(f, e+e+e+e+e+e+e+e,"
                    + " cel.bind(g, f+f+f+f+f+f+f+f, cel.bind(h, g+g+g+g+g+g+g+g, h+h+h+h+h+h+h+h))))))))";

    /** A value is as long as it is written, however often it contains another. */
    private static final String DOUBLED_LIST =
            "cel.bind(a, [1,1,1,1,1,1,1,1], cel.bind(b, [a,a,a,a,a,a,a,a], cel.bind(c,"
                    + " [b,b,b,b,b,b,b,b], cel.bind(d, [c,c,c,c,c,c,c,c], cel.bind(e, [d,d,d,d,d,d,d,d], cel.bind(f,"
                    + " [e,e,e,e,e,e,e,e], cel.bind(g, [f,f,f,f,f,f,f,f], toJson([g,g,g,g,g,g,g,g]))))))))";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'a'.replace('a', 'b')",
                "['a'].join('b')",
                "lists.range(1000000000)",
                "[[1]].flatten()",
                "'%s'.format(['a'])",
                "'a'.split('')"
            })
    void functionsThatMakeMuchOfLittleAreUnknown(String expression) {
        assertThat(mistakes(expression))
                .anySatisfy(it -> assertThat(it.message()).contains("undeclared reference"));
    }

    @Test
    void jsonBeyondItsBoundIsRefusedBeforeThereIsRoomForIt() {
        var taken = new AtomicInteger();
        assertThatThrownBy(() -> ValueJson.of(BIG, 100_000, taken::addAndGet))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("more than 100000 characters");
        assertThat(taken.get()).isLessThanOrEqualTo(100_000);
        assertThat(ValueJson.of(BIG.get("list"), 601, taken::addAndGet)).hasSize(601);
    }

    /** More rows than an answer has unless its author says so. */
    @Test
    void thousandsOfRowsAreNotTooMuchWork() {
        var rows = Collections.nCopies(5_000, 1L);
        var linked = LinkedExpression.of(compiled("size(rows.map(it, {'a': it, 'b': it + 1}))"));
        assertThat(linked.evaluate(Map.of("rows", rows))).isEqualTo(new LinkedExpression.Outcome.Value(5_000L));
    }

    /** Else each of these rows would cost a look at all of them. */
    @Test
    void boundValueThatALoopReadsIsEvaluatedOnce() {
        var rows = Collections.nCopies(2_000, 1L);
        var linked = LinkedExpression.of(
                compiled("cel.bind(all, size(rows.filter(it, it > 0)), size(rows.filter(it, it < all)))"));
        assertThat(linked.evaluate(Map.of("rows", rows))).isEqualTo(new LinkedExpression.Outcome.Value(2_000L));
    }

    /** CEL evaluates a bound value where its name is first read, by the names that hold there. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            cel.bind(n, size(rows), [7].map(rows, n))                                      | 'rows'
            rows.map(it, cel.bind(z, it.z, [1].map(it, z)))                                | 'it'
            cel.bind(a, 1, cel.bind(b, a, cel.bind(a, 2, b)))                              | 'a'
            cel.bind(a, 1, cel.bind(a, a + 1, a))                                          | 'a'
            """)
    void nameThatABoundValueReadsIsNotGivenAnother(String expression, String name) {
        assertThat(mistakes(expression)).singleElement().satisfies(it -> {
            assertThat(it.message()).isEqualTo(name + " has a value that cel.bind reads, and is given another one");
            assertThat(it.remedy()).isEqualTo("give one of both another name");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            cel.bind(zs, rows.map(it, it.z), rows.filter(it, it.z in zs).map(it, it.z))    | [1,2]
            cel.bind(z, rows[0].z, rows.map(z, z.z))                                       | [1,2]
            rows.map(it, cel.bind(z, it.z, z + 1)).map(it, it * 2)                         | [4,6]
            rows.map(it, it.?z.optMap(it, it + 1).orValue(0))                              | [2,3]
            rows[?0].optMap(v, v.?z.optMap(v, v + 1).orValue(0))                           | 2
            """)
    void namesMayBeGivenAgainWhereNoBoundValueReadsThem(String expression, String json) {
        assertThat(said(expression)).isEqualTo(json);
    }

    @Test
    void readsSaysWhichVariablesItNames() {
        assertThat(compiled("rows.map(now, now.z + size(inputs.product))").reads())
                .contains("rows", "inputs");
        assertThat(compiled("principal.subject").reads()).isEqualTo(Set.of("principal"));
        assertThat(compiled("1 + 1").reads()).isEmpty();
    }

    /** Types and functions of the language have these names, too. */
    @ParameterizedTest
    @ValueSource(strings = {"tool", "history", "headers", "json", "size", "int", "list", "math", "dyn", "timestamp"})
    void callMayHaveTheNameOfATypeOrFunction(String name) {
        var compiled = ExpressionCompiler.compile("%s[0].n + 1".formatted(name), INPUTS, List.of(name));
        assertThat(compiled).isInstanceOf(ExpressionCompilation.Sound.class);
        var linked = LinkedExpression.of(((ExpressionCompilation.Sound) compiled).expression());
        assertThat(linked.evaluate(Map.of(name, List.of(Map.of("n", 1L)))))
                .isEqualTo(new LinkedExpression.Outcome.Value(2L));
    }

    @Test
    void mistakeHasItsPlace() {
        assertThat(mistakes("{\n  'a': other.price\n}")).singleElement().satisfies(it -> {
            assertThat(it.offset()).isEqualTo(9);
            assertThat(it.message())
                    .startsWith("the expression is not CEL: undeclared reference to 'other' (in container '')");
            assertThat(it.remedy())
                    .isEqualTo("write an expression over inputs, principal, now and the results of rows, big");
        });
        assertThat(mistakes("inputs.unknown")).singleElement().satisfies(it -> assertThat(it.message())
                .contains("undefined field 'unknown'"));
    }

    private static String said(String expression) {
        return switch (LinkedExpression.of(compiled(expression)).evaluate(VALUES)) {
            case LinkedExpression.Outcome.Value(var value) -> ValueJson.of(value, 1 << 20, _ -> {});
            case LinkedExpression.Outcome.Absent _ -> "absent";
            case LinkedExpression.Outcome.Failed(var why) -> "failed: " + why;
        };
    }

    private static Expression compiled(String expression) {
        return switch (ExpressionCompiler.compile(expression, INPUTS, List.of("rows", "big"))) {
            case ExpressionCompilation.Sound(var sound) -> sound;
            case ExpressionCompilation.Faulty(var mistakes) -> throw new AssertionError(mistakes.toString());
        };
    }

    private static List<Mistake> mistakes(String expression) {
        return switch (ExpressionCompiler.compile(expression, INPUTS, List.of("rows", "big"))) {
            case ExpressionCompilation.Sound _ -> List.of();
            case ExpressionCompilation.Faulty(var mistakes) -> mistakes;
        };
    }
}
