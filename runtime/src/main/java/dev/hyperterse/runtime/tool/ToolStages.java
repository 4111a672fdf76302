package dev.hyperterse.runtime.tool;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.binding.ConfidentialValues;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.runtime.tool.call.Step;
import dev.hyperterse.runtime.tool.call.ToolCall;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A tool as the list of the stages of its calls. These are the stages of a call in order:
 *
 * <ol>
 *   <li>authenticate: find out the caller, before the body is read ({@code http.Admission})
 *   <li>resolve: a name finds a tool of the catalog that the call began with ({@code live.LiveCatalog})
 *   <li>authorise: whether this caller may use it ({@code live.CatalogView})
 *   <li>transform the input: a script of the tool changes the arguments ({@link TransformInput})
 *   <li>validate: bytes become the values of the inputs, within their rules
 *   <li>apply rules: the rules of the tool for its calls are checked ({@code access.CallRules})
 *   <li>decide: the decision point of the server is asked, where it has one ({@code access.LinkedDecision})
 *   <li>confirm: the user of the client is asked, before a script that transforms the input ({@link ConfirmByUser})
 *   <li>cache: a cached result that is still fresh is the result ({@link CachedRun})
 *   <li>bind: values become an operation of the engine ({@link RunOnAdapter})
 *   <li>run: the adapter runs the operation, its rows go into the result ({@link RunOnAdapter})
 *   <li>transform the output: a script of the tool changes the result ({@link TransformOutput})
 *   <li>write: the result becomes an answer of the client's era ({@code mcp.ToolRun})
 * </ol>
 *
 * A tool has a step only for those of its stages that it needs.
 */
final class ToolStages implements LinkedTool {
    private static final Logger LOG = LoggerFactory.getLogger(ToolStages.class);

    private final Step[] steps;
    private final String[] names;
    private final String adapter;
    private final Optional<String> system;
    private final ConfidentialValues confidential;

    /**
     * @param system the kind of database, as {@code db.system.name} of OpenTelemetry
     * @param deadline of the tool itself
     * @param confirm asks the user of the client before anything runs
     * @param readCursor a part of validation, for tools with pages of results
     * @param transformInput a script before validation
     * @param applyRules the rules of the tool for its calls, and the decision point
     * @param run cache, bind, run and the output transform, in one step that knows the engine's type of operation
     * @param confidential values that failures must not show
     */
    ToolStages(
            String adapter,
            Optional<String> system,
            Optional<Step> deadline,
            Optional<Step> confirm,
            Optional<Step> transformInput,
            Step validate,
            Optional<Step> readCursor,
            Optional<Step> applyRules,
            Step run,
            ConfidentialValues confidential) {
        var named = Stream.of(
                        deadline.map(step -> new Named("deadline", step)),
                        confirm.filter(_ -> transformInput.isPresent()).map(step -> new Named("confirm", step)),
                        transformInput.map(step -> new Named("input transform", step)),
                        Optional.of(new Named("validate", validate)),
                        readCursor.map(step -> new Named("cursor", step)),
                        applyRules.map(step -> new Named("rules", step)),
                        confirm.filter(_ -> transformInput.isEmpty()).map(step -> new Named("confirm", step)),
                        Optional.of(new Named("run", run)))
                .flatMap(Optional::stream)
                .toList();
        this.steps = named.stream().map(Named::step).toArray(Step[]::new);
        this.names = named.stream().map(Named::name).toArray(String[]::new);
        this.adapter = adapter;
        this.system = system;
        this.confidential = confidential;
    }

    /** A step with its name in traces. */
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
