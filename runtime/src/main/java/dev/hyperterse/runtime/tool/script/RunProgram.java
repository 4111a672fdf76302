package dev.hyperterse.runtime.tool.script;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.memory.RowLimit;
import dev.hyperterse.calls.result.RowRules;
import dev.hyperterse.calls.result.TokenLimit;
import dev.hyperterse.calls.result.text.Boundary;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.runtime.tool.call.Step;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.runtime.tool.script.returned.ReturnedResult;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.scripts.exchange.LinkedScript;
import dev.hyperterse.scripts.exchange.ScriptCall;
import dev.hyperterse.scripts.exchange.ScriptQueries;
import dev.hyperterse.scripts.exchange.ScriptResult;
import java.util.Optional;

/**
 * Runs the program that the call brings, and writes its value.
 *
 * @param calls of tools and searches that it may make
 * @param marked whether strangers write what it returns, whichever tools it calls
 */
public record RunProgram(ScriptOwner owner, LinkedScript script, Inputs inputs, int calls, boolean marked)
        implements Step {
    /** The part of one answer that clients show to a model. */
    private static final RowRules READABLE =
            new RowRules(RowLimit.NONE, new TokenLimit(24_000), RowFormat.Rows, RowShape.Rows, Optional.empty());

    @Override
    public Ended take(ToolCall call) {
        var tools = new ProgramTools(owner, call, calls);
        var inputs = SentInputs.validated(this.inputs, call);
        ScriptResult result;
        try {
            result = script.run(new ScriptCall(
                    inputs, Optional.empty(), call.context(), ScriptQueries.NONE, tools, call.result()::beside));
        } catch (CallFailure failure) {
            throw marked || tools.calledMarked() ? Boundary.round(failure) : failure;
        }
        return ReturnedResult.write(result, READABLE.marked(marked || tools.calledMarked()), call);
    }
}
