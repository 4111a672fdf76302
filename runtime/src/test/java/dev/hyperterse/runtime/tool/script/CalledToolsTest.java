package dev.hyperterse.runtime.tool.script;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.ResultRules.ForScripts;
import dev.hyperterse.catalog.result.ResultRules.Overflow;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.runtime.tool.call.ToolDirectory;
import dev.hyperterse.runtime.tool.call.ToolDirectory.CallableTool;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.scripts.author.ScriptOwner.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Which tools a script may call, and what it gets of them. */
class CalledToolsTest {
    private static final ScriptOwner WRITES = new ScriptOwner(Kind.TOOL, "shop", "composite", false);
    private static final ScriptOwner READS = new ScriptOwner(Kind.PROMPT, "shop", "greet", true);

    @AutoClose
    private final DeadlineTimer deadlines = new DeadlineTimer();

    private final BufferBudget budget = new BufferBudget(1 << 20);
    private final Map<String, CallableTool> tools = Map.of(
            "rows",
                    tool("shop", true, result -> {
                        result.beginRows().json("[{\"n\":1}]".getBytes(StandardCharsets.UTF_8));
                        result.endRows(1);
                    }),
            "whole",
                    tool(
                            "shop",
                            false,
                            result -> result.whole(
                                    "[]",
                                    Optional.of("{\"a\":1}"),
                                    false,
                                    Optional.of("{\"b\":2}"),
                                    RowRules.STANDARD)),
            "failing",
                    tool(
                            "shop",
                            false,
                            result -> result.whole(
                                    "[{\"type\":\"text\",\"text\":\"no stock\"}]",
                                    Optional.empty(),
                                    true,
                                    Optional.empty(),
                                    RowRules.STANDARD)),
            "foreign",
                    tool("other", true, _ -> {
                        throw new AssertionError("it runs");
                    }));

    @Test
    void rowsAreAMemberOfTheResult() {
        assertThat(call(WRITES, "rows")).isEqualTo("{\"rows\":[{\"n\":1}]}");
    }

    @Test
    void mcpResultKeepsItsMembers() {
        assertThat(call(WRITES, "whole"))
                .isEqualTo("{\"result\":{\"content\":[],\"structuredContent\":{\"a\":1},\"_meta\":{\"b\":2}}}");
    }

    @Test
    void resultWithIsErrorIsAFailure() {
        assertThat(call(WRITES, "failing")).isEqualTo("execution: no stock");
    }

    @Test
    void limitsForModelsDoNotHoldForScripts() {
        var forModels = new ResultRules(
                Optional.of(1),
                Optional.of(1),
                Overflow.Truncate,
                RowFormat.Csv,
                RowShape.Rows,
                Optional.empty(),
                Optional.of(new ForScripts(Optional.empty(), Overflow.Fail)));
        assertThat(call(WRITES, "rows", _ -> Optional.of(threeRows(forModels))))
                .isEqualTo("{\"rows\":[{\"n\":1},{\"n\":2},{\"n\":3}]}");
    }

    @Test
    void limitsOfTheToolHoldForScripts() {
        var truncating =
                new ResultRules(Optional.of(2), Overflow.Truncate, RowFormat.Csv, RowShape.Rows, Optional.empty());
        assertThat(call(WRITES, "rows", _ -> Optional.of(threeRows(truncating))))
                .isEqualTo("{\"rows\":[{\"n\":1},{\"n\":2}],\"truncated\":true}");
        var failing = new ResultRules(Optional.of(2), Overflow.Fail, RowFormat.Csv, RowShape.Rows, Optional.empty());
        assertThat(call(WRITES, "rows", _ -> Optional.of(threeRows(failing))))
                .isEqualTo("result: the tool returned 3 rows, and allows 2");
    }

    private static CallableTool threeRows(ResultRules rules) {
        var rows = "[{\"n\":1},{\"n\":2},{\"n\":3}]".getBytes(StandardCharsets.UTF_8);
        return tool("shop", true, result -> new CompleteRows(rows, 3).write(RowRules.of(rules), result));
    }

    @Test
    void toolOfAnotherNamespaceIsReportedAsMissing() {
        assertThat(call(WRITES, "foreign"))
                .isEqualTo(call(WRITES, "nothing").replace("nothing", "foreign"))
                .isEqualTo("execution: tool 'foreign' not found, or it may not be called from here");
    }

    @Test
    void readOnlyScriptsCallOnlyReadOnlyTools() {
        assertThat(call(READS, "rows")).startsWith("{\"rows\"");
        assertThat(call(READS, "whole"))
                .isEqualTo(
                        "execution: the tool 'whole' does not say that it is readOnly, and prompt 'greet' must not change anything");
    }

    @Test
    void wrongInputsAreTheMistakeOfTheScript() {
        var strict = tool("shop", false, _ -> {
            throw new CallFailure(Stage.VALIDATION, "validation error for field 'n': wrong");
        });
        assertThat(call(WRITES, "strict", _ -> Optional.of(strict)))
                .isEqualTo("validation: tool 'composite' passed wrong inputs to 'strict':"
                        + " validation error for field 'n': wrong");
    }

    @Test
    void nestedCallsAreLimited() {
        var depth = new AtomicInteger();
        var itself = new AtomicReference<CallableTool>();
        itself.set(new CallableTool(
                call -> {
                    depth.incrementAndGet();
                    new CalledTools(WRITES, call)
                            .call("itself", "{}", call.context().scope());
                    return Ended.COMPLETED;
                },
                "shop"::equals,
                false,
                false));
        assertThat(call(WRITES, "itself", _ -> Optional.of(itself.get())))
                .isEqualTo("execution: calls of tools by others are at most 4 inside each other");
        assertThat(depth).hasValue(4);
    }

    @Test
    void callsOfOneCallAreLimited() {
        var made = new AtomicInteger();
        var leaf = tool("shop", false, result -> {
            made.incrementAndGet();
            result.beginRows().ascii("[]");
            result.endRows(0);
        });
        var branch = new CallableTool(
                call -> {
                    var calls = new CalledTools(WRITES, call);
                    for (var count = 0; count < 30; count++) {
                        calls.call("leaf", "{}", call.context().scope())
                                .orElseThrow()
                                .close();
                    }
                    call.result().beginRows().ascii("[]");
                    call.result().endRows(0);
                    return Ended.COMPLETED;
                },
                "shop"::equals,
                false,
                false);
        ToolDirectory directory = name -> Optional.of(name.equals("leaf") ? leaf : branch);
        try (var scope = CallScope.open(deadlines, 60_000);
                var out = budget.open(1 << 16);
                var call = script(scope, new ResultWriter(out), directory)) {
            var calls = new CalledTools(WRITES, call);
            for (var count = 0; count < 3; count++) {
                calls.call("branch", "{}", scope).orElseThrow().close();
            }
            assertThat(outcome(() ->
                            calls.call("branch", "{}", scope).orElseThrow().json()))
                    .isEqualTo("execution: the tools of one call make at most 100 calls of others");
        }
        // Three branches and what they called, and six more of the fourth one.
        assertThat(made).hasValue(96);
    }

    private String call(ScriptOwner owner, String name) {
        return call(owner, name, tool -> Optional.ofNullable(tools.get(tool)));
    }

    private String call(ScriptOwner owner, String name, ToolDirectory directory) {
        try (var scope = CallScope.open(deadlines, 60_000);
                var out = budget.open(1 << 16);
                var call = script(scope, new ResultWriter(out), directory)) {
            return outcome(() -> {
                try (var answer =
                        new CalledTools(owner, call).call(name, "{}", scope).orElseThrow()) {
                    return answer.json();
                }
            });
        }
    }

    private static String outcome(Supplier<String> call) {
        try {
            return call.get();
        } catch (CallFailure failure) {
            return failure.stage().spelling() + ": " + failure.getMessage();
        }
    }

    private static ToolCall script(CallScope scope, ResultWriter result, ToolDirectory directory) {
        return new ToolCall(
                new CallContext(Principal.ANONYMOUS, Client.NONE, scope), JsonSpan.empty(), result, directory);
    }

    private static CallableTool tool(String namespace, boolean readOnly, Consumer<ResultWriter> run) {
        return new CallableTool(
                call -> {
                    run.accept(call.result());
                    return Ended.COMPLETED;
                },
                namespace::equals,
                readOnly,
                false);
    }
}
