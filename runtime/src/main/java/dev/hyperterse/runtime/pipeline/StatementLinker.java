package dev.hyperterse.runtime.pipeline;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Input;
import dev.hyperterse.catalog.Inputs;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.List;
import java.util.Optional;

/** Links tools that run a statement. */
public final class StatementLinker implements ToolLinker {
    private final Adapters adapters;
    private final Permits longValidations = ValidationWork.permits();

    public StatementLinker(Adapters adapters) {
        this.adapters = adapters;
    }

    @Override
    public LinkedTool link(ToolLeaf tool, ValueSet values) {
        return link(tool.inputs(), tool.action(), tool.timeoutMillis(), values);
    }

    @Override
    public LinkedTool link(List<Input> inputs, Action action, Optional<Long> timeoutMillis, ValueSet values) {
        return link(new Inputs.Declared(inputs), action, timeoutMillis, values);
    }

    private LinkedTool link(Inputs inputs, Action action, Optional<Long> timeoutMillis, ValueSet values) {
        return switch (action) {
            case Action.RunSql(var adapter, var statement, var text) -> {
                var sources = new Source.Finder(inputs.fields(), values, statement.dialect());
                yield new StatementTool(
                        new ArgumentReader(inputs, longValidations),
                        new StatementBinder(statement, sources),
                        statement.dialect(),
                        adapter,
                        adapters,
                        timeoutMillis);
            }
        };
    }
}
