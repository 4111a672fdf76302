package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Input;
import dev.hyperterse.catalog.Inputs;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.runtime.adapter.LiveAdapter;
import dev.hyperterse.runtime.adapter.Permits;
import dev.hyperterse.runtime.tool.bind.BoundStatement;
import dev.hyperterse.runtime.tool.bind.ConfidentialValues;
import dev.hyperterse.runtime.tool.bind.ParameterRules;
import dev.hyperterse.runtime.tool.bind.Source;
import dev.hyperterse.runtime.tool.bind.StatementBinder;
import dev.hyperterse.runtime.tool.validate.ArgumentReader;
import dev.hyperterse.runtime.tool.validate.ValidationWork;
import java.util.List;
import java.util.Optional;

/** Links tools that run a statement. */
public final class StatementLinker implements ToolLinker {
    private final Permits longValidations = ValidationWork.permits();

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
                var reader = new ArgumentReader(inputs, longValidations);
                var target = settings.adapter(adapter).flatMap(present -> target(present, statement.dialect()));
                var binder = target.map(Target::rules)
                        .map(rules -> new Source.Finder(inputs.fields(), settings.values(), rules))
                        .map(sources -> new StatementBinder(statement, sources));
                yield new ToolStages(
                        timeoutMillis.map(
                                millis -> call -> call.context().scope().within(millis)),
                        call -> call.inputs(
                                reader.read(call.arguments(), call.context().scope(), call.memory())),
                        binder.map(binds -> call -> call.operation(
                                binds.bind(call.inputs(), call.context().principal(), call.memory()))),
                        new RunOnAdapter(adapter, target.map(Target::adapter)),
                        ConfidentialValues.of(statement, settings.values()));
            }
        };
    }

    /** Where statements run, and how values are sent there. */
    private record Target(ParameterRules rules, LiveAdapter<BoundStatement> adapter) {}

    /** Empty when the adapter runs something else. */
    private static Optional<Target> target(LiveAdapter<?> adapter, Dialect dialect) {
        return adapter.operations() instanceof ParameterRules rules && rules.dialect() == dialect
                ? adapter.running(rules).map(statements -> new Target(rules, statements))
                : Optional.empty();
    }
}
