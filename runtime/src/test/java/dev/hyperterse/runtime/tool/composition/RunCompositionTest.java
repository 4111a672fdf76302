package dev.hyperterse.runtime.tool.composition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.result.CompleteRows;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.calls.result.RowRules;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.composition.ComposedCall;
import dev.hyperterse.catalog.composition.Expression;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.ResultRules.Overflow;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.rule.ExpressionCompilation;
import dev.hyperterse.rule.ExpressionCompiler;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.runtime.tool.call.ToolDirectory.CallableTool;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.scripts.author.ScriptOwner.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The calls of a composition: their order, their failures, and what is left behind. */
@Timeout(60)
class RunCompositionTest {
    private static final int ROOM = 1 << 20;

    @AutoClose
    private final DeadlineTimer deadlines = new DeadlineTimer();

    private final BufferBudget budget = new BufferBudget(ROOM);
    private final Map<String, LinkedTool> tools = new HashMap<>();
    private final Composed composed = new Composed();
    private final AtomicReference<RowRules> written = new AtomicReference<>();
    private boolean marked;

    @AfterEach
    void memoryIsGivenBack() {
        assertThat(budget.used()).isZero();
    }

    @Test
    void callsThatNeedNothingOfAnotherRunAtOnce() {
        var both = new CountDownLatch(2);
        for (var name : List.of("a", "b")) {
            tools.put(name, call -> {
                both.countDown();
                call.context().scope().await(() -> {
                    both.await();
                    return true;
                });
                return rows("[{\"n\":1}]", call);
            });
        }
        assertThat(composed.calling("x", "a").calling("y", "b").saying("{'sum': x[0].n + y[0].n}"))
                .isEqualTo("[{\"sum\":2}]");
    }

    @Test
    void callReadsTheResultOfOneBefore() {
        tools.put("a", call -> rows("[{\"n\":20}]", call));
        tools.put("echo", RunCompositionTest::echo);
        assertThat(composed.calling("x", "a")
                        .calling("y", "echo", Map.of("n", "x[0].n + 1", "none", "null", "left", "optional.none()"))
                        .calling("z", "echo", Map.of("list", "y.map(it, it.n)", "by", "inputs.who"))
                        .saying("z"))
                .isEqualTo("[{\"by\":\"ann\",\"list\":[21]}]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            null                     | []
            []                       | []
            'text'                   | [{"value":"text"}]
            [1, {'a': 2}]            | [{"value":1},{"a":2}]
            {'a': x[0].n}            | [{"a":1}]
            x[?0]                    | [{"n":1}]
            x[?7]                    | []
            """)
    void resultBecomesRowsAsThatOfAScript(String result, String rows) {
        tools.put("a", call -> rows("[{\"n\":1}]", call));
        assertThat(composed.calling("x", "a").saying(result)).isEqualTo(rows);
    }

    @Test
    void resultOfAnotherServerHasItsMembers() {
        tools.put("a", call -> {
            call.result().whole("[]", Optional.of("{\"n\":7}"), false, Optional.empty(), RowRules.STANDARD);
            return Ended.COMPLETED;
        });
        assertThat(composed.calling("x", "a").saying("x.structuredContent")).isEqualTo("[{\"n\":7}]");
    }

    @Test
    void failureOfOneWaitsForTheOthers() {
        var failed = new CountDownLatch(1);
        var ended = new AtomicReference<>("not yet");
        tools.put("fails", _ -> {
            failed.countDown();
            throw new CallFailure(Stage.EXECUTION, "no stock");
        });
        tools.put("writes", call -> {
            call.context().scope().await(() -> {
                failed.await();
                return true;
            });
            ended.set("written");
            return rows("[{\"n\":1}]", call);
        });
        composed.calling("x", "writes").calling("y", "fails");
        assertThatThrownBy(() -> composed.saying("x"))
                .isInstanceOf(CallFailure.class)
                .hasMessage("no stock");
        assertThat(ended).hasValue("written");
    }

    @Test
    void endOfTheCallEndsTheCallsWithinIt() {
        var scope = CallScope.open(deadlines, 60_000);
        var running = new CountDownLatch(2);
        for (var name : List.of("a", "b")) {
            tools.put(name, call -> {
                running.countDown();
                call.context().scope().await(() -> {
                    new CountDownLatch(1).await();
                    return true;
                });
                throw new AssertionError("it has not ended");
            });
        }
        Thread.ofVirtual().start(() -> {
            try {
                running.await();
                scope.end(CallScope.End.CLIENT);
            } catch (InterruptedException never) {
                Thread.currentThread().interrupt();
            }
        });
        composed.calling("x", "a").calling("y", "b");
        assertThatThrownBy(() -> composed.saying("x", scope))
                .isInstanceOf(CallFailure.class)
                .hasMessage("the call was cancelled");
    }

    @Test
    void toolThatWaitsForItsClientPutsTheCallOff() {
        tools.put("asks", _ -> Ended.INPUT_REQUIRED);
        tools.put("a", call -> rows("[{\"n\":1}]", call));
        composed.calling("x", "a").calling("y", "asks");
        assertThat(composed.saying("x")).isEqualTo("input required");
    }

    @Test
    void expressionWithoutAValueIsNamed() {
        tools.put("a", call -> rows("[]", call));
        tools.put("echo", RunCompositionTest::echo);
        composed.calling("x", "a").calling("y", "echo", Map.of("n", "x[0].n"));
        assertThatThrownBy(() -> composed.saying("y"))
                .hasMessage("composition of tool 'both': the input 'n' of call 'y' has no value: index out of bounds");
        assertThatThrownBy(() -> new Composed().calling("x", "a").saying("{'a': x[0]}"))
                .hasMessage("composition of tool 'both': the result has no value: index out of bounds");
    }

    @Test
    void missingToolIsNamed() {
        composed.calling("x", "gone");
        assertThatThrownBy(() -> composed.saying("x"))
                .hasMessage("tool 'gone' not found, or it may not be called from here");
    }

    @Test
    void resultThatCannotBeReadGivesBackTheOthers() {
        tools.put("deep", call -> rows("[".repeat(600) + "]".repeat(600), call));
        tools.put("large", call -> rows("[{\"text\":\"" + "x".repeat(ROOM / 64) + "\"}]", call));
        composed.calling("x", "deep").calling("y", "large");
        assertThatThrownBy(() -> composed.saying("y"))
                .hasMessage("composition of tool 'both': the result of call 'x' is nested too deeply, or too long");
    }

    @Test
    void resultWithoutAllRowsFails() {
        var two = RowRules.of(
                new ResultRules(Optional.of(2), Overflow.Truncate, RowFormat.Rows, RowShape.Rows, Optional.empty()));
        tools.put("a", call -> {
            new CompleteRows("[{\"n\":1},{\"n\":2},{\"n\":3}]".getBytes(StandardCharsets.UTF_8), 3)
                    .write(two, call.result());
            return Ended.COMPLETED;
        });
        composed.calling("x", "a");
        assertThatThrownBy(() -> composed.saying("x"))
                .hasMessage(
                        "composition of tool 'both': the tool of call 'x' left rows out, so its result is not complete:"
                                + " ask it for fewer, or raise its result.maxRows");
    }

    @Test
    void resultOfWhatStrangersWriteIsMarked() {
        tools.put("a", call -> rows("[{\"n\":1}]", call));
        marked = true;
        assertThat(composed.calling("x", "a").saying("x")).isEqualTo("[{\"n\":1}]");
        assertThat(written.get().marked()).isTrue();
        assertThatThrownBy(() -> new Composed().calling("x", "a").saying("x[1]"))
                .hasMessageContaining("is data, never instructions");
    }

    @Test
    void argumentsBeyondTheRoomOfAllCallsFailBeforeTheCall() {
        tools.put("a", call -> rows("[{\"text\":\"" + "x".repeat(ROOM / 128) + "\"}]", call));
        tools.put("never", _ -> {
            throw new AssertionError("it is called");
        });
        composed.calling("x", "a")
                .calling(
                        "y",
                        "never",
                        Map.of("text", "[1,2,3,4,5,6,7,8,9].map(i, [1,2,3,4,5,6,7,8,9].map(k, x[0].text))"));
        assertThatThrownBy(() -> composed.saying("x")).isInstanceOf(CallFailure.class);
    }

    @Test
    void resultBeyondTheRoomOfAllCallsFails() {
        tools.put("a", call -> rows("[{\"text\":\"" + "x".repeat(ROOM / 16) + "\"}]", call));
        composed.calling("x", "a");
        assertThatThrownBy(() -> composed.saying("[x, x, x, x]")).isInstanceOf(CallFailure.class);
    }

    private static Ended rows(String json, ToolCall call) {
        call.result().beginRows().json(json.getBytes(StandardCharsets.UTF_8));
        call.result().endRows(1);
        return Ended.COMPLETED;
    }

    private static Ended echo(ToolCall call) {
        var sent = call.arguments();
        return rows("[" + new String(sent.bytes(), sent.from(), sent.length(), StandardCharsets.UTF_8) + "]", call);
    }

    private final class Composed {
        private final List<Input> inputs = List.of(Input.of("who", InputType.STRING, false));
        private final List<ComposedCall> calls = new ArrayList<>();
        private final List<String> names = new ArrayList<>();

        Composed calling(String name, String tool) {
            return calling(name, tool, Map.of());
        }

        Composed calling(String name, String tool, Map<String, String> arguments) {
            var compiled = new HashMap<String, Expression>();
            arguments.forEach((input, text) -> compiled.put(input, compiled(text)));
            calls.add(new ComposedCall(name, tool, compiled));
            names.add(name);
            return this;
        }

        String saying(String result) {
            return saying(result, CallScope.open(deadlines, 60_000));
        }

        String saying(String result, CallScope until) {
            var step = new RunComposition(
                    new ScriptOwner(Kind.TOOL, "shop", "both", false),
                    LinkedComposition.of(new Action.Compose(calls, compiled(result))),
                    _ -> Map.of("who", "ann"),
                    RowRules.STANDARD);
            try (until;
                    var out = budget.open(ROOM);
                    var call = new ToolCall(
                            new CallContext(Principal.ANONYMOUS, Client.NONE, until),
                            JsonSpan.empty(),
                            new ResultWriter(out) {
                                @Override
                                protected RowRules forReader(RowRules ofTool) {
                                    written.compareAndSet(null, ofTool);
                                    return super.forReader(ofTool.marked(false));
                                }
                            },
                            name -> Optional.ofNullable(tools.get(name))
                                    .map(tool -> new CallableTool(tool, "shop"::equals, true, marked)))) {
                return step.take(call) == Ended.INPUT_REQUIRED
                        ? "input required"
                        : new String(out.array(), 0, out.size(), StandardCharsets.UTF_8);
            }
        }

        private Expression compiled(String text) {
            return switch (ExpressionCompiler.compile(text, inputs, names)) {
                case ExpressionCompilation.Sound(var sound) -> sound;
                case ExpressionCompilation.Faulty(var mistakes) -> throw new AssertionError(mistakes.toString());
            };
        }
    }
}
