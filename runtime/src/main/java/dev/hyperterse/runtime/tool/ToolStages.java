package dev.hyperterse.runtime.tool;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.binding.ConfidentialValues;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.runtime.tool.call.Step;
import dev.hyperterse.runtime.tool.call.ToolCall;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A tool as the list of the stages of its calls. A call that gets here has been authenticated before its body was read
 * ({@code http.Admission}), has found its tool in the catalog that it began with ({@code live.LiveCatalog}), and its caller
 * may use the tool ({@code live.CatalogView}). What comes out is written as an answer of the client's era ({@code mcp.method.ToolRun}).
 */
final class ToolStages implements LinkedTool {
    private static final Logger LOG = LoggerFactory.getLogger(ToolStages.class);

    /** The stages in their order: what a call passes, one after the other. */
    private static final List<ToolStage> ORDER = List.of(
            // The timeout of the tool itself; that of the server runs already.
            new ToolStage("deadline", ToolSteps::deadline),
            // The user of the client is asked before a script sees the arguments, or else before the run.
            new ToolStage("confirm", ToolSteps::confirmBeforeTransform),
            // A script of the tool changes the arguments.
            new ToolStage("input transform", ToolSteps::transformInput),
            // Bytes become the values of the inputs, within their rules; the server adds those that it binds.
            new ToolStage("validate", ToolSteps::validate),
            // The cursor of a page becomes the keys that its statement compares with.
            new ToolStage("cursor", ToolSteps::readCursor),
            // The rules of the tool for its calls are checked, and the decision point of the server is asked.
            new ToolStage("rules", ToolSteps::applyRules),
            new ToolStage("confirm", ToolSteps::confirmBeforeRun),
            // From here on, a call of a client that knows tasks may go on as one.
            new ToolStage("task", ToolSteps::beginTask),
            // It stays in the history that rules look back at.
            new ToolStage("count", ToolSteps::count),
            // A cached result, or values are bound, the adapter or script runs, and a script changes the result: one
            // step, because only it knows the engine's type of operation.
            new ToolStage("run", ToolSteps::run));

    private final Step[] steps;
    private final String[] names;
    private final String adapter;
    private final Optional<String> system;
    private final ConfidentialValues confidential;

    private ToolStages(List<Named> steps, String adapter, Optional<String> system, ConfidentialValues confidential) {
        this.steps = steps.stream().map(Named::step).toArray(Step[]::new);
        this.names = steps.stream().map(Named::name).toArray(String[]::new);
        this.adapter = adapter;
        this.system = system;
        this.confidential = confidential;
    }

    static ToolStages of(ToolSteps tool) {
        return new ToolStages(
                ORDER.stream().flatMap(stage -> stage.of(tool).stream()).toList(),
                tool.runsOn(),
                tool.system(),
                tool.confidential());
    }

    /** One stage, named as in traces. */
    private record ToolStage(String name, Function<ToolSteps, Optional<Step>> step) {
        Optional<Named> of(ToolSteps tool) {
            return step.apply(tool).map(it -> new Named(name, it));
        }
    }

    private record Named(String name, Step step) {}

    @Override
    public Ended call(ToolCall call) {
        try {
            return call.context().trace().isRecorded() ? traced(call) : taken(call);
        } catch (CallFailure failure) {
            throw confidential.hidden(failure, call.context().principal());
        } catch (RuntimeException fault) {
            // A bug fails the call, not the process; the caller gets no details.
            LOG.atError()
                    .addKeyValue("event", "call_broke")
                    .addKeyValue("adapter", adapter)
                    .setCause(fault)
                    .log("internal error of the runtime in a call");
            throw new CallFailure(Stage.INTERNAL, "internal error");
        }
    }

    private Ended taken(ToolCall call) {
        for (var step : steps) {
            if (step.take(call) == Ended.INPUT_REQUIRED) {
                return Ended.INPUT_REQUIRED;
            }
        }
        return Ended.COMPLETED;
    }

    private Ended traced(ToolCall call) {
        var trace = call.context().trace();
        trace.note("hyperterse.adapter", adapter);
        system.ifPresent(kind -> trace.note("db.system.name", kind));
        for (var index = 0; index < steps.length; index++) {
            var step = steps[index];
            if (trace.stage(names[index], () -> step.take(call)) == Ended.INPUT_REQUIRED) {
                return Ended.INPUT_REQUIRED;
            }
        }
        return Ended.COMPLETED;
    }
}
