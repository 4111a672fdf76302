package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Input;
import dev.hyperterse.catalog.Inputs;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.adapter.LiveAdapter;
import dev.hyperterse.runtime.adapter.Permits;
import dev.hyperterse.runtime.adapter.Unavailable;
import dev.hyperterse.runtime.result.KeysetCursor;
import dev.hyperterse.runtime.result.RowRules;
import dev.hyperterse.runtime.tool.bind.ConfidentialValues;
import dev.hyperterse.runtime.tool.validate.ArgumentReader;
import dev.hyperterse.runtime.tool.validate.ValidationWork;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Links tools to the adapters that run their actions, whatever engines these are of. */
public final class ActionLinker implements ToolLinker {
    private final Permits longValidations = ValidationWork.permits();

    @Override
    public LinkedTool link(ToolLeaf tool, LinkSettings settings) {
        var rows = tool.result().map(RowRules::of).orElse(RowRules.STANDARD);
        return link(tool.inputs(), tool.action(), tool.timeoutMillis(), rows, settings);
    }

    @Override
    public LinkedTool link(List<Input> inputs, Action action, Optional<Long> timeoutMillis, LinkSettings settings) {
        return link(new Inputs.Declared(inputs), action, timeoutMillis, RowRules.STANDARD, settings);
    }

    private LinkedTool link(
            Inputs inputs, Action action, Optional<Long> timeoutMillis, RowRules rows, LinkSettings settings) {
        var reader = new ArgumentReader(inputs, longValidations);
        var keyset = rows.cursor().map(KeysetCursor::keyset);
        var fields = Stream.concat(inputs.fields().stream(), keyset.stream().flatMap(keys -> keys.inputs().stream()))
                .toList();
        return new ToolStages(
                action.adapter(),
                timeoutMillis.map(millis -> call -> call.context().scope().within(millis)),
                call -> call.inputs(reader.read(call.arguments(), call.context().scope(), call.memory())),
                keyset.<Step>map(keys -> new ReadCursor(keys, inputs.fields(), longValidations)),
                settings.adapter(action.adapter())
                        .flatMap(adapter -> run(action, adapter, fields, rows, settings.values()))
                        .orElseGet(() -> unavailable(action.adapter())),
                ConfidentialValues.of(action.references(), settings.values()));
    }

    /** Empty when the adapter runs operations of another kind. */
    private static <O> Optional<Step> run(
            Action action, LiveAdapter<O> adapter, List<Input> inputs, RowRules rows, ValueSet values) {
        return adapter.operations()
                .binder(action, inputs, values)
                .map(binder -> new RunOnAdapter<>(binder, adapter, rows));
    }

    private static Step unavailable(String adapter) {
        return call -> {
            throw Unavailable.adapter(adapter);
        };
    }
}
