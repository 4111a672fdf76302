package dev.hyperterse.runtime.tool.statement;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.TimeLimit;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.runtime.tool.script.SentInputs;
import dev.hyperterse.runtime.tool.statement.UnknownName.Near;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A statement of a caller. Of a table or column that is not there, its failure names one that is there: a second query,
 * which only a failure of that kind costs.
 *
 * @param run the statement on its adapter, perhaps within a cost
 */
public record RunWithNames<O>(CacheableRun run, RunOnAdapter<O> on, Action.RunAdHocSql sql) implements CacheableRun {
    private static final TimeLimit SECOND = TimeLimit.unnamed(1000);

    /** Bytes of objects for each byte of JSON. */
    private static final long TREE = 16;

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
                .flatMap(message -> UnknownName.in(message, sql.dialect())
                        .flatMap(name -> near(name, call))
                        .map(near ->
                                new EngineMessage(message.words() + "; did you mean " + near + "?", message.code())))
                .map(CallFailure::new)
                .orElse(failure);
    }

    private Optional<String> near(UnknownName name, ToolCall call) {
        var context = call.context();
        try (var rows = call.result().beside()) {
            var statement = new Action.RunSql("", name.names().statement(sql.input()), "");
            var bound = on.kind()
                    .binder(statement, on.inputs().named(), ValueSet.empty())
                    .orElseThrow(() -> new IllegalStateException("SQL of callers on an adapter without SQL"))
                    .bind(call.inputs(), context.principal(), call.memory());
            runBriefly(on.kind().within(bound, context, () -> SentInputs.validated(on.inputs(), call)), call, rows);
            call.memory().take(TREE * rows.size());
            var row = JsonMapper.shared().readTree(rows.toByteArray()).path(0);
            return name.isElsewhere(row.path("home").asString(""))
                    ? Optional.empty()
                    : name.nearest(list(row.path("names")));
        } catch (CallFailure | JacksonException unread) {
            // The failure of the statement is what the caller has to know.
            return Optional.empty();
        }
    }

    /**
     * Runs it for at most a second, under the identity of the statement, which the engine has just answered. Its end is a
     * cancellation, because a timeout would count against the adapter.
     */
    private void runBriefly(O operation, ToolCall call, ResultBuffer rows) {
        var scope = call.context().scope();
        try (var part = scope.part();
                var second = scope.part()) {
            second.within(SECOND);
            second.listen(_ -> part.end(CallScope.End.CLIENT));
            CallScope.Listener end = part::end;
            scope.listen(end);
            try {
                on.adapter().run(on.binder(), operation, part, rows);
            } finally {
                scope.forget(end);
            }
        }
    }

    /** SQLite and MariaDB write the list as a text. */
    private static List<Near> list(JsonNode names) {
        var list = names.isString() ? JsonMapper.shared().readTree(names.asString()) : names;
        return list.valueStream()
                .map(name -> new Near(name.path(0).asString(), name.path(1).asString()))
                .toList();
    }
}
