package dev.hyperterse.runtime.tool.statement;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.adapter.Binder;
import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.RowRules;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.runtime.tool.masking.ColumnMasks;
import dev.hyperterse.runtime.tool.masking.MaskedMessages;
import dev.hyperterse.runtime.tool.script.SentInputs;
import java.util.Optional;

/**
 * Binds the values of a call into an operation, runs it on the adapter and writes the rows. One step, because only here
 * the type of the operation is known.
 */
public record RunOnAdapter<O>(
        Binder<O> binder,
        LiveAdapter<O> adapter,
        OperationKind<O> kind,
        RowRules rows,
        Inputs inputs,
        Optional<CallComment<O>> comment,
        Optional<ColumnMasks> masks)
        implements CacheableRun {
    @Override
    public Ended take(ToolCall call) {
        var written = run(call, call.result().beginRows(rows));
        CacheableRun.end(adapter.connections().readOnly(), () -> call.result().endRows(written));
        return Ended.COMPLETED;
    }

    @Override
    public Answer begin(ToolCall call) {
        var out = call.result().beginRows(rows);
        return new Answer() {
            @Override
            public ResultBuffer out() {
                return out;
            }

            @Override
            public void end(int written) {
                call.result().endRows(written);
            }
        };
    }

    @Override
    public boolean isMasked(ToolCall call) {
        return masks.isPresent() && masks.get().applyTo(call.context().principal());
    }

    @Override
    public int run(ToolCall call, ResultBuffer out) {
        var context = call.context();
        var bound = binder.bind(call.inputs(), context.principal(), call.memory());
        var operation = kind.within(bound, context, () -> SentInputs.validated(inputs, call));
        var commented = comment.isEmpty() ? operation : comment.get().in(operation, context);
        return isMasked(call)
                ? runMasked(kind.sql(operation), commented, call, out)
                : adapter.run(binder, commented, context.scope(), out);
    }

    private int runMasked(Optional<String> sql, O operation, ToolCall call, ResultBuffer out) {
        var context = call.context();
        // The compiler refuses both. A cursor has the values of a row as they are in the database.
        var text = sql.filter(_ -> rows.cursor().isEmpty())
                .orElseThrow(() -> new CallFailure(
                        Stage.AUTH, "columns are masked here, and only fixed statements without a cursor can run"));
        var mask = masks.orElseThrow().of(context.principal(), text, context.scope());
        out.rowMask(Optional.of(mask.rows()));
        try {
            var written = adapter.run(binder, operation, context.scope(), out);
            call.masked(mask.labels());
            return written;
        } catch (CallFailure failure) {
            throw MaskedMessages.of(failure);
        } finally {
            out.rowMask(Optional.empty());
        }
    }
}
