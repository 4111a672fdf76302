package dev.hyperterse.runtime.tool.script;

import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.TracedRequest;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.runtime.tool.call.CallTree;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.runtime.tool.call.ToolDirectory.CallableTool;
import dev.hyperterse.scripts.exchange.QueryRows;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A call of a tool as part of the call of a script.
 *
 * @param inputs as JSON
 * @param client as the tool sees it
 * @param node its position in the calls of scripts
 */
record NestedCall(String tool, String inputs, Client client, CallTree node) {
    /** The result for the script; empty if the tool waits for answers of its client. */
    Optional<QueryRows> run(CallableTool found, ToolCall script, CallScope scope) {
        return script.context()
                .trace()
                .request(
                        TracedRequest.tool(tool),
                        span -> result(found, script, script.context().within(client, scope, span)));
    }

    private Optional<QueryRows> result(CallableTool found, ToolCall script, CallContext context) {
        var arguments = inputs.getBytes(StandardCharsets.UTF_8);
        try (var buffer = script.result().beside()) {
            var result = new CalledResult(buffer);
            var span = new JsonSpan(arguments, 0, arguments.length);
            try (var called = new ToolCall(context, span, result, script.tools(), node)) {
                if (found.tool().call(called) == Ended.INPUT_REQUIRED) {
                    return Optional.empty();
                }
            }
            result.end();
            return Optional.of(QueryRows.of(buffer));
        }
    }
}
