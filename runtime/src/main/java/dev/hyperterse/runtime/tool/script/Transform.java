package dev.hyperterse.runtime.tool.script;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.UndeclaredCapability;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.runtime.tool.script.NamedQueries.NamedQuery;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.scripts.exchange.LinkedScript;
import dev.hyperterse.scripts.exchange.ScriptCall;
import dev.hyperterse.scripts.exchange.ScriptQueries;
import dev.hyperterse.scripts.exchange.ScriptResult;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A script before or after the run of a tool.
 *
 * @param stage of its failures
 */
public record Transform(
        ScriptOwner owner, LinkedScript script, Map<String, NamedQuery> queries, Stage stage, String name) {
    public static Transform ofInput(ScriptOwner owner, LinkedScript script, Map<String, NamedQuery> queries) {
        return new Transform(owner, script, queries, Stage.INPUT_TRANSFORM, "input transform");
    }

    public static Transform ofOutput(ScriptOwner owner, LinkedScript script, Map<String, NamedQuery> queries) {
        return new Transform(owner, script, queries, Stage.OUTPUT_TRANSFORM, "output transform");
    }

    /**
     * @param inputs of the call as JSON, for queries without inputs of their own
     * @throws CallFailure of this stage if the script fails; unchanged if the call ends meanwhile
     */
    ScriptResult run(String given, Supplier<String> inputs, ToolCall call) {
        try {
            return script.run(new ScriptCall(
                    given,
                    Optional.empty(),
                    call.context(),
                    queries.isEmpty() ? ScriptQueries.NONE : new NamedQueries(queries, call, inputs.get()),
                    new CalledTools(owner, call),
                    call.result()::beside));
        } catch (UndeclaredCapability undeclared) {
            throw undeclared.in(stage, failed(undeclared));
        } catch (CallFailure failure) {
            throw failure.stage() == Stage.EXECUTION ? new CallFailure(stage, failed(failure)) : failure;
        }
    }

    private String failed(CallFailure failure) {
        return "%s failed: %s".formatted(name, failure.getMessage());
    }
}
