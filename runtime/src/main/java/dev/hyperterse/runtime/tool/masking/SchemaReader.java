package dev.hyperterse.runtime.tool.masking;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.server.adapter.Masking;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.statement.lineage.Lineage;
import java.util.List;
import java.util.function.Function;
import tools.jackson.core.JacksonException;

/** Reads the schema of an adapter over its own connections, so that any engine of SQL can run it. */
record SchemaReader(LiveAdapter<?> adapter, Masking masking) {
    private static final int LARGEST = 16 * 1024 * 1024;

    /** @throws CallFailure if the schema cannot be read */
    Function<String, Lineage> read(CallScope scope) {
        return read(adapter, scope);
    }

    private <O> Function<String, Lineage> read(LiveAdapter<O> on, CallScope scope) {
        var text = new Segment.Text(SchemaStatement.of(masking.dialect()));
        var statement = new SqlStatement(masking.dialect(), List.of(text));
        var binder = on.operations()
                .binder(new Action.RunSql("", statement, ""), List.of(), ValueSet.empty())
                .orElseThrow(() -> new IllegalStateException("masking on an adapter without SQL"));
        var budget = new BufferBudget(2L * LARGEST);
        try (var rows = budget.open(LARGEST);
                var memory = rows.reservation()) {
            on.run(binder, binder.bind(new Object[0], Principal.ANONYMOUS, memory), scope, rows);
            return SchemaDocument.read(rows.toByteArray(), masking);
        } catch (JacksonException cut) {
            throw new CallFailure(
                    Stage.UNAVAILABLE, "the schema of the database cannot be read, and columns are masked");
        }
    }
}
