package dev.hyperterse.calls.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.validation.ArgumentReader;
import dev.hyperterse.calls.validation.Coercion;
import dev.hyperterse.calls.validation.ValidationWork;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.postgres.PostgresParameters;
import dev.hyperterse.runtime.tool.TestCalls;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** What a caller can make large is refused before it is made. */
class BoundValuesTest {
    private static final int MEBI = 1 << 20;
    private static final Reference Q = new Reference.Input("q");

    private final BufferBudget budget = new BufferBudget(16 * MEBI);

    @Test
    void manyPatternsOfALargeInputAreRefusedBeforeTheyAreBuilt() {
        var binder = binder(TestCalls.input("q", InputType.STRING, false), Collections.nCopies(10, contains(true)));
        Object[] slots = {"a%".repeat(MEBI / 2)};

        assertThat(allocatedWhileRefused(() -> bind(binder, slots))).isLessThan(8 * MEBI);
    }

    /** The list is padded to 1024 parameters by repeating its last item, and a driver encodes each of them. */
    @Test
    void paddedListItemIsCountedAsOftenAsItIsSent() {
        var list = Collections.nCopies(513, "x".repeat(MEBI / 513));
        var binder =
                binder(TestCalls.list("q", InputType.STRING), List.of(new Segment.ItemList(Q, ParameterType.TEXT)));

        assertThat(bind(binder, new Object[] {list}).values()).hasSize(1024);
        var lastIsLong = new ArrayList<>(Collections.nCopies(512, "x"));
        lastIsLong.add("x".repeat(MEBI / 4));
        assertThatThrownBy(() -> bind(binder, new Object[] {lastIsLong})).isInstanceOf(CallFailure.class);
    }

    @Test
    void decimalsAreCountedInPlainNotation() {
        var decimals = Collections.nCopies(1000, Coercion.decimal("1e1900"));
        var binder = binder(
                TestCalls.list("q", InputType.FLOAT), List.of(new Segment.ArrayParameter(Q, ParameterType.TEXT)));

        assertThat(allocatedWhileRefused(() -> bind(binder, new Object[] {decimals})))
                .isLessThan(16 * MEBI);
    }

    @Test
    void argumentsAreCountedBeforeTheyAreRead() {
        var reader = new ArgumentReader(
                new Inputs.BySchema(JsonMapper.shared().readTree("{\"type\":\"object\"}"), List.of()),
                ValidationWork.permits());
        var trees = span("{\"q\":[" + "{},".repeat(MEBI / 3) + "0]}");

        assertThat(allocatedWhileRefused(() -> {
                    try (var deadlines = new DeadlineTimer();
                            var scope = CallScope.open(deadlines, 20_000);
                            var memory = budget.reservation()) {
                        reader.read(trees, scope, memory);
                    }
                }))
                .isLessThan(MEBI);
    }

    /** Its digits would be read in time that grows with the square of their number. */
    @Test
    void numberLongerThanAnyColumnIsNotRead() {
        assertThatThrownBy(() -> Coercion.decimal("1".repeat(MEBI))).isInstanceOf(NumberFormatException.class);
    }

    @ParameterizedTest
    @CsvSource({"true, '%a\\%b\\_c\\\\d%'", "false, '%a%b_c\\d%'"})
    void concatenatedTextHasItsPatternsEscaped(boolean like, String bound) {
        var binder = binder(TestCalls.input("q", InputType.STRING, false), List.of(contains(like)));

        assertThat(bind(binder, new Object[] {"a%b_c\\d"}).values()).containsExactly(bound);
        assertThat(bind(binder, new Object[] {null}).values()).containsExactly((Object) null);
    }

    @Test
    void onlyNamesThatTheCompilerRenderedReachTheText() {
        var names = new Segment.ChoiceList(Q, Map.of("a", "\"a\"", "b.c", "\"b\".\"c\""));
        var binder = binder(TestCalls.list("q", InputType.STRING), List.of(names));

        assertThat(bind(binder, new Object[] {List.of("b.c", "a", "b.c")}).variant())
                .hasToString("\"b\".\"c\", \"a\" []")
                // One of many texts replaces no statement that stays prepared, and is none that its caller wrote.
                .matches(SqlVariant::isOnce)
                .matches(variant -> !variant.isOfCaller());
        for (var list : Arrays.asList(null, List.of(), List.of("a", "a\" FROM secret --"))) {
            assertThatThrownBy(() -> bind(binder, new Object[] {list})).isInstanceOf(CallFailure.class);
        }
    }

    private static Segment contains(boolean like) {
        return new Segment.Parameter(
                new Value.Concatenation(
                        List.of(new Value.Literal("%"), new Value.Inserted(Q, like), new Value.Literal("%"))),
                ParameterType.TEXT);
    }

    private static StatementBinder binder(Input input, List<Segment> segments) {
        return new StatementBinder(
                new SqlStatement(Dialect.POSTGRES, segments),
                List.of(input),
                ValueSet.empty(),
                PostgresParameters.RULES);
    }

    private BoundStatement bind(StatementBinder binder, Object[] slots) {
        try (var memory = budget.reservation()) {
            return binder.bind(slots, Principal.ANONYMOUS, memory);
        }
    }

    private long allocatedWhileRefused(Runnable call) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        // Once before, for what is made the first time.
        assertThatThrownBy(call::run).isInstanceOf(CallFailure.class);
        var before = threads.getCurrentThreadAllocatedBytes();
        try {
            call.run();
            throw new AssertionError("was not refused");
        } catch (CallFailure refused) {
            assertThat(budget.used()).isZero();
            return threads.getCurrentThreadAllocatedBytes() - before;
        }
    }

    private static JsonSpan span(String json) {
        var bytes = json.getBytes(StandardCharsets.UTF_8);
        return new JsonSpan(bytes, 0, bytes.length);
    }
}
