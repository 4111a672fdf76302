package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Input;
import dev.hyperterse.catalog.Inputs;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.adapter.LiveAdapter;
import dev.hyperterse.runtime.adapter.Permits;
import dev.hyperterse.runtime.adapter.Unavailable;
import dev.hyperterse.runtime.script.ScriptLinker;
import dev.hyperterse.runtime.tool.bind.ConfidentialValues;
import dev.hyperterse.runtime.tool.validate.ArgumentReader;
import dev.hyperterse.runtime.tool.validate.ValidationWork;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Links tools to the adapters that run their actions, whatever engines these are of. */
public final class ActionLinker implements ToolLinker {
    private static final String SCRIPT = "script";
    private static final String UNNAMED = "";

    private final Permits longValidations = ValidationWork.permits();
    private final ScriptLinker scripts;

    public ActionLinker(ScriptLinker scripts) {
        this.scripts = scripts;
    }

    @Override
    public LinkedTool link(ToolLeaf tool, LinkSettings settings) {
        return link(tool.name(), tool.inputs(), tool.action(), tool.timeoutMillis(), settings);
    }

    @Override
    public LinkedTool link(List<Input> inputs, Action action, Optional<Long> timeoutMillis, LinkSettings settings) {
        return link(UNNAMED, new Inputs.Declared(inputs), action, timeoutMillis, settings);
    }

    private LinkedTool link(
            String name, Inputs inputs, Action action, Optional<Long> timeoutMillis, LinkSettings settings) {
        return switch (action) {
            case Action.OnAdapter statement ->
                stages(
                        statement.adapter(),
                        inputs,
                        action,
                        timeoutMillis,
                        settings,
                        settings.adapter(statement.adapter())
                                .flatMap(adapter -> run(action, adapter, inputs.fields(), settings.values()))
                                .orElseGet(() -> unavailable(statement.adapter())));
            case Action.RunScript script ->
                stages(
                        SCRIPT,
                        inputs,
                        action,
                        timeoutMillis,
                        settings,
                        new RunScript(scripts.link(name, script.script(), environment(script, settings)), inputs));
        };
    }

    /** @param runsOn what logs say it runs on */
    private LinkedTool stages(
            String runsOn,
            Inputs inputs,
            Action action,
            Optional<Long> timeoutMillis,
            LinkSettings settings,
            Step run) {
        var reader = new ArgumentReader(inputs, longValidations);
        return new ToolStages(
                runsOn,
                timeoutMillis.map(millis -> call -> call.context().scope().within(millis)),
                call -> call.inputs(reader.read(call.arguments(), call.context().scope(), call.memory())),
                run,
                ConfidentialValues.of(action.references(), settings.values()));
    }

    private static Map<String, String> environment(Action.RunScript script, LinkSettings settings) {
        var values = new TreeMap<String, String>();
        script.environment()
                .forEach(name ->
                        settings.values().find(ValueKey.environment(name)).ifPresent(value -> values.put(name, value)));
        return values;
    }

    /** Empty when the adapter runs operations of another kind. */
    private static <O> Optional<Step> run(Action action, LiveAdapter<O> adapter, List<Input> inputs, ValueSet values) {
        return adapter.operations().binder(action, inputs, values).map(binder -> new RunOnAdapter<>(binder, adapter));
    }

    private static Step unavailable(String adapter) {
        return call -> {
            throw Unavailable.adapter(adapter);
        };
    }
}
