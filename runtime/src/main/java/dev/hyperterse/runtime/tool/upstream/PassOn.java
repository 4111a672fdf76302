package dev.hyperterse.runtime.tool.upstream;

import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.adapter.Binder;
import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.RowRules;
import dev.hyperterse.calls.result.WholeResult;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.runtime.tool.script.SentInputs;
import dev.hyperterse.runtime.tool.statement.CacheableRun;

/**
 * Passes a call on to an adapter that answers with a complete result.
 *
 * @param inputs of the definition, which may be the arguments as they are
 * @param rules what a model may read of a result, and whether strangers wrote it
 */
public record PassOn<O>(Binder<O> binder, LiveAdapter<O> adapter, OperationKind<O> kind, Inputs inputs, RowRules rules)
        implements CacheableRun {
    @Override
    public Ended take(ToolCall call) {
        try (var answer = begin(call)) {
            var operation = operation(call);
            var rows = adapter.run(binder, operation, call.context().scope(), answer.out());
            if (kind.isInputRequired(operation)) {
                return Ended.INPUT_REQUIRED;
            }
            answer.end(rows);
            return Ended.COMPLETED;
        }
    }

    @Override
    public Answer begin(ToolCall call) {
        var lines = call.result().beside();
        return new Answer() {
            @Override
            public ResultBuffer out() {
                return lines;
            }

            @Override
            public void end(int rows) {
                CacheableRun.end(
                        adapter.connections().readOnly(),
                        () -> WholeResult.pass(lines, call.result(), call.memory(), rules));
            }

            @Override
            public void close() {
                lines.close();
            }
        };
    }

    @Override
    public int run(ToolCall call, ResultBuffer out) {
        return adapter.run(binder, operation(call), call.context().scope(), out);
    }

    private O operation(ToolCall call) {
        var context = call.context();
        var bound = binder.bind(call.inputs(), context.principal(), call.memory());
        return kind.within(bound, context, () -> SentInputs.validated(inputs, call));
    }
}
