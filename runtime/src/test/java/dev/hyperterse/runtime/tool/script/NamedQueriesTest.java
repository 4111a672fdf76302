package dev.hyperterse.runtime.tool.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.runtime.tool.script.NamedQueries.NamedQuery;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The failure of a query names the query, and says whose mistake it is. */
class NamedQueriesTest {
    private static final CallFailure MISSING =
            new CallFailure(Stage.VALIDATION, "validation error for field 'id': required input 'id' is missing");

    @AutoClose
    private final DeadlineTimer deadlines = new DeadlineTimer();

    @Test
    void failedStatementNamesItsQuery() {
        assertFailure(new CallFailure(Stage.EXECUTION, "no such table: missing"), false, Optional.empty())
                .isEqualTo("ctx.query('orders') failed: no such table: missing");
    }

    @Test
    void wrongInputsOfTheScriptAreTheMistakeOfTheScript() {
        assertFailure(MISSING, true, Optional.of("{}"))
                .isEqualTo("the script passed wrong inputs to ctx.query('orders'): " + MISSING.getMessage());
    }

    @Test
    void inputsThatTheScriptLeavesOutAreTheMistakeOfTheScript() {
        assertFailure(MISSING, true, Optional.empty())
                .isEqualTo("the script passed wrong inputs to ctx.query('orders'): " + MISSING.getMessage());
    }

    /** An input transform runs before the inputs of the caller are validated. */
    @Test
    void wrongInputsOfTheCallerAreNoMistakeOfTheScript() {
        assertFailure(MISSING, false, Optional.empty())
                .isEqualTo("ctx.query('orders') takes the inputs of the call: " + MISSING.getMessage());
    }

    private AbstractStringAssert<?> assertFailure(CallFailure failure, boolean ownInputs, Optional<String> given) {
        LinkedTool fails = _ -> {
            throw failure;
        };
        try (var scope = CallScope.open(deadlines, 60_000);
                var out = new BufferBudget(1 << 20).open(1 << 16);
                var call = new ToolCall(
                        new CallContext(Principal.ANONYMOUS, Client.NONE, scope),
                        JsonSpan.empty(),
                        new ResultWriter(out))) {
            var queries = new NamedQueries(Map.of("orders", new NamedQuery(fails, ownInputs)), call, "{}");
            var thrown = catchThrowableOfType(CallFailure.class, () -> queries.run("orders", given, scope));
            assertThat(thrown.stage()).isEqualTo(failure.stage());
            return assertThat(thrown.getMessage());
        }
    }
}
