package dev.hyperterse.cli.init.read;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.init.schema.SqlEngine;
import dev.hyperterse.statement.sql.StatementCompilation;
import dev.hyperterse.statement.sql.StatementCompiler;
import dev.hyperterse.statement.sql.StatementSource;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The database of an adapter that serves, on its connections and within its limits. Nothing of it is a call: no record
 * names it.
 *
 * @param <O> an operation of the adapter
 */
public record AdapterDatabase<O>(LiveAdapter<O> adapter, String name, SqlEngine engine) implements Database {
    private static final long MOST_MILLIS = 20_000;
    private static final long MOST_BYTES = 32L << 20;

    @Override
    public List<JsonNode> rows(String sql) {
        var source = new StatementSource(sql, engine.dialect(), Access.ReadOnly, List.of(), Set.of());
        return switch (new StatementCompiler().compile(source)) {
            case StatementCompilation.Compiled compiled -> rows(new Action.RunSql(name, compiled.statement(), sql));
            case StatementCompilation.Rejected rejected ->
                throw new UnreadableDatabase(rejected.findings().getFirst().message());
        };
    }

    private List<JsonNode> rows(Action.RunSql action) {
        var binder = adapter.operations()
                .binder(action, List.of(), ValueSet.empty())
                .orElseThrow(() -> new UnreadableDatabase("adapter %s does not run SQL".formatted(name)));
        try (var deadlines = new DeadlineTimer();
                var scope = CallScope.open(deadlines, MOST_MILLIS);
                var out = new BufferBudget(MOST_BYTES).open(MOST_BYTES);
                var memory = out.reservation()) {
            adapter.run(binder, binder.bind(new Object[0], Principal.ANONYMOUS, memory), scope, out);
            return ExactJson.mapper()
                    .readTree(out.array(), 0, out.size())
                    .valueStream()
                    .toList();
        } catch (CallFailure failed) {
            throw new UnreadableDatabase(failed.getMessage());
        }
    }
}
