package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Input;
import dev.hyperterse.catalog.Inputs;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.runtime.adapter.Adapters;
import dev.hyperterse.runtime.adapter.Permits;
import dev.hyperterse.runtime.tool.bind.ConfidentialValues;
import dev.hyperterse.runtime.tool.bind.Source;
import dev.hyperterse.runtime.tool.bind.StatementBinder;
import dev.hyperterse.runtime.tool.validate.ArgumentReader;
import dev.hyperterse.runtime.tool.validate.ValidationWork;
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
    public LinkedTool link(ToolLeaf tool, LinkSettings settings) {
        return link(tool.inputs(), tool.action(), tool.timeoutMillis(), settings);
    }

    @Override
    public LinkedTool link(List<Input> inputs, Action action, Optional<Long> timeoutMillis, LinkSettings settings) {
        return link(new Inputs.Declared(inputs), action, timeoutMillis, settings);
    }

    private LinkedTool link(Inputs inputs, Action action, Optional<Long> timeoutMillis, LinkSettings settings) {
        return switch (action) {
            case Action.RunSql(var adapter, var statement, var text) -> {
                var sources = new Source.Finder(inputs.fields(), settings.values(), statement.dialect());
                yield new StatementTool(
                        new ArgumentReader(inputs, longValidations),
                        new StatementBinder(statement, sources),
                        ConfidentialValues.of(statement, settings.values()),
                        statement.dialect(),
                        adapter,
                        settings.address(adapter),
                        adapters,
                        timeoutMillis);
            }
        };
    }
}
