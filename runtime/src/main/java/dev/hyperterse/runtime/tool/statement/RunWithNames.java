package dev.hyperterse.runtime.tool.statement;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.runtime.tool.script.SentInputs;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A statement of a caller. Of a table or column that is not there, its failure names one that is and that the caller may
 * read: a second query, which only a failure of that kind costs.
 *
 * @param run the statement on its adapter, perhaps within a cost
 */
public record RunWithNames<O>(CacheableRun run, RunOnAdapter<O> on, Dialect dialect) implements CacheableRun {
    @Override
    public Ended take(ToolCall call) {
        try {
            return run.take(call);
        } catch (CallFailure failure) {
            throw suggesting(failure, call);
        }
    }

    @Override
    public LiveAdapter<?> adapter() {
        return run.adapter();
    }

    @Override
    public Answer begin(ToolCall call) {
        return run.begin(call);
    }

    @Override
    public boolean isMasked(ToolCall call) {
        return run.isMasked(call);
    }

    @Override
    public int run(ToolCall call, ResultBuffer out) {
        try {
            return run.run(call, out);
        } catch (CallFailure failure) {
            throw suggesting(failure, call);
        }
    }

    private CallFailure suggesting(CallFailure failure, ToolCall call) {
        return failure.engine()
                .filter(_ -> !run.isMasked(call))
                .flatMap(message -> UnknownName.in(message, dialect)
                        .flatMap(name -> name.nearest(names(name, call)))
                        .map(near ->
                                new EngineMessage(message.words() + "; did you mean " + near + "?", message.code())))
                .map(CallFailure::new)
                .orElse(failure);
    }

    private List<String> names(UnknownName name, ToolCall call) {
        var statement = new SqlStatement(dialect, List.of(new Segment.Text(name.names())));
        var context = call.context();
        try (var rows = call.result().beside()) {
            var binder = on.kind()
                    .binder(new Action.RunSql("", statement, ""), List.of(), ValueSet.empty())
                    .orElseThrow(() -> new IllegalStateException("SQL of callers on an adapter without SQL"));
            var bound = binder.bind(new Object[0], context.principal(), call.memory());
            var operation = on.kind().within(bound, context, () -> SentInputs.validated(on.inputs(), call));
            on.adapter().run(binder, operation, context.scope(), rows);
            return texts(
                    JsonMapper.shared().readTree(rows.toByteArray()).path(0).path("names"));
        } catch (CallFailure | JacksonException unread) {
            // The failure of the statement is what the caller has to know.
            return List.of();
        }
    }

    /** SQLite and MariaDB write the list as a text. */
    private static List<String> texts(JsonNode names) {
        var list = names.isString() ? JsonMapper.shared().readTree(names.asString()) : names;
        return list.valueStream().map(JsonNode::asString).toList();
    }
}
