package dev.hyperterse.runtime.tool.composition;

import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.result.RowRules;
import dev.hyperterse.runtime.tool.call.Step;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.runtime.tool.script.returned.ReturnedResult;
import dev.hyperterse.scripts.author.ScriptOwner;
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
        var tools = new ComposedCalls(owner, call);
        for (var wave : composition.waves()) {
            var results = tools.run(wave, values);
            if (results.isEmpty()) {
                return Ended.INPUT_REQUIRED;
            }
            results.get().forEach(values::add);
        }
        return ReturnedResult.write(values.rows(composition.result()), rows, call);
    }
}
