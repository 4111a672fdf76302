package dev.hyperterse.runtime.tool;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.JsonSpan;
import dev.hyperterse.runtime.call.Outcome.Ended;
import dev.hyperterse.runtime.call.Stage;
import dev.hyperterse.runtime.script.QueryRows;
import dev.hyperterse.runtime.script.ScriptOwner;
import dev.hyperterse.runtime.script.ScriptTools;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Runs the tools that a script calls, with all their stages, for the caller of the script. */
final class CalledTools implements ScriptTools {
    private final ScriptOwner owner;
    private final ToolCall call;
    private final CallTree tree;
    private final CalledPlaces places;

    /** @param call of the script */
    CalledTools(ScriptOwner owner, ToolCall call) {
        this.owner = owner;
        this.call = call;
        this.tree = call.tree();
        this.places = new CalledPlaces(owner.kind());
    }

    @Override
    public Optional<QueryRows> call(String name, String inputs, CallScope scope) {
        var found = call.tools()
                .callable(name)
                .filter(tool -> tool.callableFrom().test(owner.namespace()))
                .orElseThrow(() -> ScriptTools.unknown(name));
        if (owner.readOnly() && !found.readOnly()) {
            throw new CallFailure(
                    Stage.EXECUTION,
                    "the tool '%s' does not say that it is readOnly, and %s '%s' must not change anything"
                            .formatted(name, owner.kind().word(), owner.name()));
        }
        var node = tree.next();
        var arguments = inputs.getBytes(StandardCharsets.UTF_8);
        try (var buffer = call.result().beside()) {
            var result = new CalledResult(buffer);
            var context = call.context().within(new CalledClient(call.context(), places.next(name, inputs)), scope);
            var span = new JsonSpan(arguments, 0, arguments.length);
            try (var called = new ToolCall(context, span, result, call.tools(), node)) {
                if (found.tool().call(called) == Ended.INPUT_REQUIRED) {
                    return Optional.empty();
                }
            }
            result.end();
            return Optional.of(QueryRows.of(buffer));
        }
    }
}
