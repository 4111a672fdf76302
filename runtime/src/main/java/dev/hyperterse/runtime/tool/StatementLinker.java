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
                var reader = new ArgumentReader(inputs, longValidations);
                var binder = new StatementBinder(statement, sources);
                yield new ToolStages(
                        timeoutMillis.map(
                                millis -> call -> call.context().scope().within(millis)),
                        call -> call.inputs(
                                reader.read(call.arguments(), call.context().scope(), call.memory())),
                        call -> call.operation(
                                binder.bind(call.inputs(), call.context().principal(), call.memory())),
                        new RunOnAdapter(adapters, adapter, settings.address(adapter), statement.dialect()),
                        ConfidentialValues.of(statement, settings.values()));
            }
        };
    }
}
