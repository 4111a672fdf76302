package dev.hyperterse.runtime.tool.composition;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.result.RowRules;
import dev.hyperterse.calls.result.text.Boundary;
import dev.hyperterse.runtime.tool.call.Step;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.runtime.tool.script.CalledTools;
import dev.hyperterse.runtime.tool.script.returned.ReturnedResult;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.scripts.exchange.QueryRows;
import java.util.Map;
import java.util.function.Function;

/**
 * Calls the tools of a composition, and writes the result that is made of theirs.
 *
 * @param inputs the values of the tool's own inputs, by name
 * @param rows the rules of the rows that it returns
 */
public record RunComposition(
        ScriptOwner owner, LinkedComposition composition, Function<ToolCall, Map<String, Object>> inputs, RowRules rows)
        implements Step {
    @Override
    public Ended take(ToolCall call) {
        var values = new ComposedValues(owner, call);
        values.begin(inputs.apply(call), composition.readsCaller());
        var tools = new CalledTools(owner, call);
        try {
            return called(tools, values, call);
        } catch (CallFailure failure) {
            throw marks(tools) ? Boundary.round(failure) : failure;
        }
    }

    /** Whether strangers write of what the result is made. */
    private boolean marks(CalledTools tools) {
        return rows.marked() || tools.calledMarked();
    }

    private Ended called(CalledTools tools, ComposedValues values, ToolCall call) {
        var calls = new ComposedCalls(call.context().scope(), tools);
        for (var wave : composition.waves()) {
            var results = calls.run(wave, values);
            if (results.isEmpty()) {
                return Ended.INPUT_REQUIRED;
            }
            try {
                results.get().forEach(values::add);
            } finally {
                results.get().values().forEach(QueryRows::close);
            }
        }
        return ReturnedResult.write(values.rows(composition.result()), rows.marked(marks(tools)), call);
    }
}
