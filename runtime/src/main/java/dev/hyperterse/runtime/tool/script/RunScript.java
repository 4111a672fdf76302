package dev.hyperterse.runtime.tool.script;

import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.result.RowRules;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.runtime.tool.call.Step;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.runtime.tool.script.NamedQueries.NamedQuery;
import dev.hyperterse.runtime.tool.script.returned.ReturnedContents;
import dev.hyperterse.runtime.tool.script.returned.ReturnedMessages;
import dev.hyperterse.runtime.tool.script.returned.ReturnedResult;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.scripts.exchange.LinkedScript;
import dev.hyperterse.scripts.exchange.ScriptCall;
import java.util.Map;

/** Runs a script and writes its result. @param rows the rules of the rows that a tool returns */
public record RunScript(
        ScriptOwner owner, LinkedScript script, Inputs inputs, Map<String, NamedQuery> queries, RowRules rows)
        implements Step {
    @Override
    public Ended take(ToolCall call) {
        var arguments = SentInputs.validated(inputs, call);
        var queried = new NamedQueries(queries, call, SentInputs.of(inputs, arguments, call));
        var result = script.run(new ScriptCall(
                arguments,
                call.result().uri(),
                call.context(),
                queried,
                new CalledTools(owner, call),
                call.result()::beside));
        return switch (owner.kind()) {
            case PROMPT -> ReturnedResult.write(result, call, new ReturnedMessages());
            case RESOURCE -> ReturnedResult.write(result, call, new ReturnedContents());
            case AUTH_PLUGIN, PROGRAM ->
                throw new IllegalStateException(
                        "RunScript runs no " + owner.kind().word());
            case TOOL, INPUT_TRANSFORM, OUTPUT_TRANSFORM -> ReturnedResult.write(result, rows, call);
        };
    }
}
