package dev.hyperterse.runtime.tool.script;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.TracedRequest;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.scripts.exchange.QueryRows;
import dev.hyperterse.scripts.exchange.ScriptQueries;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** Runs the statements of a script as calls of their own, for the caller of the script. */
public final class NamedQueries implements ScriptQueries {
    private static final String NO_INPUTS = "{}";

    private final Map<String, NamedQuery> queries;
    private final ToolCall call;
    private final String inputs;

    /** @param inputs of the call of the script, as JSON */
    NamedQueries(Map<String, NamedQuery> queries, ToolCall call, String inputs) {
        this.queries = queries;
        this.call = call;
        this.inputs = inputs;
    }

    /** @param ownInputs whether it declares its own inputs */
    public record NamedQuery(LinkedTool statement, boolean ownInputs) {}

    @Override
    public QueryRows run(String name, Optional<String> given, CallScope scope) {
        var query = Optional.ofNullable(queries.get(name)).orElseThrow(() -> unknown(name));
        var arguments = given.orElse(query.ownInputs() ? NO_INPUTS : inputs).getBytes(StandardCharsets.UTF_8);
        try {
            return call.context()
                    .trace()
                    .request(TracedRequest.query(name), span -> rows(query.statement(), arguments, scope, span));
        } catch (CallFailure failure) {
            throw new CallFailure(
                    failure.stage(),
                    "%s: %s"
                            .formatted(
                                    failure.stage() == Stage.VALIDATION
                                            ? refused(name, given.isPresent() || query.ownInputs())
                                            : "ctx.query('%s') failed".formatted(name),
                                    failure.getMessage()));
        }
    }

    /** The reader of the message has to know whose inputs are wrong. */
    private static String refused(String name, boolean ofScript) {
        return (ofScript
                        ? "the script passed wrong inputs to ctx.query('%s')"
                        : "ctx.query('%s') takes the inputs of the call")
                .formatted(name);
    }

    private QueryRows rows(LinkedTool query, byte[] arguments, CallScope scope, CallTrace trace) {
        try (var buffer = call.result().beside()) {
            var context = call.context().within(call.context().client(), scope, trace);
            var span = new JsonSpan(arguments, 0, arguments.length);
            try (var statement = new ToolCall(context, span, new ResultWriter(buffer))) {
                query.call(statement);
                call.masked(statement.masked());
            }
            return QueryRows.of(buffer);
        }
    }

    private CallFailure unknown(String name) {
        return new CallFailure(
                Stage.EXECUTION,
                "the script has no query '%s'; it has %s"
                        .formatted(
                                name.substring(0, Math.min(100, name.length())),
                                queries.isEmpty()
                                        ? "none"
                                        : String.join(
                                                ", ",
                                                queries.keySet().stream()
                                                        .sorted()
                                                        .toList())));
    }
}
