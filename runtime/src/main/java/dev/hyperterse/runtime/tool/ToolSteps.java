package dev.hyperterse.runtime.tool;

import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.calls.adapter.UnavailableFailures;
import dev.hyperterse.calls.binding.ConfidentialValues;
import dev.hyperterse.calls.deadline.TimeLimit;
import dev.hyperterse.calls.result.KeysetCursor;
import dev.hyperterse.calls.result.RowRules;
import dev.hyperterse.calls.validation.ArgumentReader;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.BoundInput;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.result.Keyset;
import dev.hyperterse.catalog.server.CodeSettings;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.runtime.access.CallRules;
import dev.hyperterse.runtime.tool.cache.CacheKeys;
import dev.hyperterse.runtime.tool.call.Step;
import dev.hyperterse.runtime.tool.composition.LinkedComposition;
import dev.hyperterse.runtime.tool.composition.RunComposition;
import dev.hyperterse.runtime.tool.script.RunProgram;
import dev.hyperterse.runtime.tool.script.RunScript;
import dev.hyperterse.runtime.tool.script.Transform;
import dev.hyperterse.runtime.tool.script.TransformInput;
import dev.hyperterse.runtime.tool.script.TransformOutput;
import dev.hyperterse.runtime.tool.statement.CacheableRun;
import dev.hyperterse.runtime.tool.statement.CachedRun;
import dev.hyperterse.runtime.tool.statement.CallComment;
import dev.hyperterse.runtime.tool.statement.CommentSettings;
import dev.hyperterse.runtime.tool.statement.ReadCursor;
import dev.hyperterse.runtime.tool.statement.RunOnAdapter;
import dev.hyperterse.runtime.tool.statement.RunWithNames;
import dev.hyperterse.runtime.tool.statement.RunWithinCost;
import dev.hyperterse.runtime.tool.statement.StatementComment;
import dev.hyperterse.runtime.tool.upstream.PassOn;
import dev.hyperterse.scripts.author.ScriptOwner.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The steps of one tool by their stages. A stage that the tool does not need has none. */
final class ToolSteps {
    private static final String SCRIPT = "script";
    private static final String COMPOSITION = "composition";

    private final ToolDefinition definition;
    private final LinkSettings settings;
    private final ActionLinker linker;
    private final RowRules rows;
    private final Optional<Keyset> keyset;
    private final Optional<CallRules> rules;
    private final Optional<ToolLeaf.Transforms> transforms;
    private final Optional<Transform> inputTransform;
    private final Optional<Transform> outputTransform;

    ToolSteps(ToolDefinition definition, LinkSettings settings, ActionLinker linker) {
        this.definition = definition;
        this.settings = settings;
        this.linker = linker;
        this.rows =
                definition.leaf().flatMap(ToolLeaf::result).map(RowRules::of).orElse(RowRules.STANDARD);
        this.keyset = rows.cursor().map(KeysetCursor::keyset);
        this.rules =
                definition.leaf().flatMap(tool -> CallRules.of(tool, settings.decisionPoint(), settings.history()));
        this.transforms = definition.leaf().flatMap(ToolLeaf::transforms);
        var queries = linker.queries(
                definition, transforms.map(ToolLeaf.Transforms::queries).orElse(List.of()), settings);
        this.inputTransform = transforms.flatMap(ToolLeaf.Transforms::input).map(script -> {
            var owner = ToolDefinition.owner(definition.leaf().orElseThrow(), Kind.INPUT_TRANSFORM);
            return Transform.ofInput(owner, linker.link(owner, script, settings), queries);
        });
        this.outputTransform = transforms.flatMap(ToolLeaf.Transforms::output).map(script -> {
            var owner = ToolDefinition.owner(definition.leaf().orElseThrow(), Kind.OUTPUT_TRANSFORM);
            return Transform.ofOutput(owner, linker.link(owner, script, settings), queries);
        });
    }

    Optional<Step> deadline() {
        var owner = definition.owner();
        return definition
                .timeoutMillis()
                .map(millis ->
                        TimeLimit.of("timeout of %s '%s'".formatted(owner.kind().word(), owner.name()), millis))
                .<Step>map(limit -> call -> {
                    call.context().scope().within(limit);
                    return Ended.COMPLETED;
                });
    }

    /** A script that transforms the input may change something already. */
    Optional<Step> confirmBeforeTransform() {
        return confirm().filter(_ -> inputTransform.isPresent());
    }

    Optional<Step> confirmBeforeRun() {
        return confirm().filter(_ -> inputTransform.isEmpty());
    }

    private Optional<Step> confirm() {
        return definition
                .leaf()
                .filter(tool -> tool.hints().confirm().orElse(false))
                .<Step>map(tool -> new ConfirmByUser(tool.name()));
    }

    Optional<Step> transformInput() {
        return inputTransform.<Step>map(TransformInput::new);
    }

    /** Validates the arguments of the caller, then the values that the server binds. */
    Optional<Step> validate() {
        var inputs = definition.inputs();
        var reader = new ArgumentReader(inputs, linker.longValidations());
        Step sent = call -> {
            call.inputs(reader.read(call.arguments(), call.context().scope(), call.memory()));
            return Ended.COMPLETED;
        };
        if (inputs.bound().isEmpty()) {
            return Optional.of(sent);
        }
        var bound = new BindCaller(inputs.bound(), linker.longValidations());
        return Optional.of(call -> {
            sent.take(call);
            return bound.take(call);
        });
    }

    Optional<Step> readCursor() {
        return keyset.<Step>map(keys -> new ReadCursor(keys, definition.inputs().fields(), linker.longValidations()));
    }

    Optional<Step> applyRules() {
        var fields = definition.inputs().fields();
        boolean others = passesOthersOn();
        return rules.<Step>map(rules -> call -> {
            var context = call.context();
            if (rules.hasRules()) {
                call.counted(rules.check(
                        context.principal(),
                        context.headers(),
                        InputValues.of(fields, call),
                        others ? InputValues.others(fields, call) : Map.of()));
            }
            if (rules.hasDecisionPoint()) {
                var asked = InputValues.exactly(fields, call, others);
                call.decided(context.scope().await(() -> rules.decide(context.principal(), asked)));
            }
            return Ended.COMPLETED;
        });
    }

    /** Whether members reach a script or another server that a schema allows and that are no inputs. */
    private boolean passesOthersOn() {
        return definition.inputs() instanceof Inputs.BySchema
                && (outputTransform.isPresent()
                        || switch (definition.action()) {
                            case Action.RunScript _ -> true;
                            case Action.CallTool call -> call.arguments().isEmpty();
                            // Expressions see the fields alone.
                            case Action.OnAdapter _, Action.Compose _ -> false;
                        });
    }

    Optional<Step> count() {
        return rules.filter(CallRules::counts).<Step>map(_ -> call -> {
            call.runs();
            return Ended.COMPLETED;
        });
    }

    Optional<Step> beginTask() {
        return definition.leaf().flatMap(ToolLeaf::task).<Step>map(_ -> call -> {
            call.context().client().runBegins();
            return Ended.COMPLETED;
        });
    }

    /** Runs the action, within the output transform where there is one. */
    Optional<Step> run() {
        // Rules of rows are for the answer: behind an output transform, they are for what it returns.
        var ran = outputTransform.isPresent() ? RowRules.STANDARD : rows;
        Step run =
                switch (definition.action()) {
                    case Action.OnAdapter statement -> onAdapter(statement, ran);
                    case Action.RunScript script ->
                        definition.code().<Step>map(this::program).orElseGet(() -> script(script, ran));
                    case Action.Compose composition -> composed(composition, ran);
                };
        return Optional.of(outputTransform
                .<Step>map(transform -> new TransformOutput(run, transform, definition.inputs(), rows))
                .orElse(run));
    }

    private Step program(CodeSettings code) {
        var owner = definition.owner();
        return new RunProgram(owner, linker.link(owner, code), definition.inputs(), code.calls(), code.marked());
    }

    private Step script(Action.RunScript script, RowRules rows) {
        return new RunScript(
                definition.owner(),
                linker.link(definition.owner(), script, settings),
                definition.inputs(),
                linker.queries(definition, script.queries(), settings),
                rows);
    }

    private Step composed(Action.Compose composition, RowRules rows) {
        var fields = definition.inputs().named();
        return new RunComposition(
                definition.owner(), LinkedComposition.of(composition), call -> InputValues.of(fields, call), rows);
    }

    private Step onAdapter(Action.OnAdapter statement, RowRules rows) {
        var fields = Stream.concat(
                        definition.inputs().named().stream(), keyset.stream().flatMap(keys -> keys.inputs().stream()))
                .toList();
        return settings.adapter(statement.adapter())
                .flatMap(adapter -> run(statement, adapter, fields, rows))
                .map(run -> isKept(statement, run) ? cached(run, fields) : run)
                .orElseGet(() -> call -> {
                    throw UnavailableFailures.adapter(statement.adapter());
                });
    }

    /** Results are kept by the values of inputs, and a schema may allow members that are none. */
    private static boolean isKept(Action.OnAdapter action, CacheableRun run) {
        return !(action instanceof Action.CallTool call && call.arguments().isEmpty())
                && !run.adapter().operations().dependsOnCaller();
    }

    private Step cached(CacheableRun run, List<Input> fields) {
        return definition
                .leaf()
                .flatMap(tool -> linker.cache().flatMap(cache -> tool.cache()
                        .<Step>map(rules -> new CachedRun(
                                run,
                                cache,
                                new CacheKeys(tool, fields, settings.values()),
                                Duration.ofMillis(rules.ttlMillis())))))
                .orElse(run);
    }

    /** Runs a statement; empty if the adapter runs operations of another kind. */
    private <O> Optional<CacheableRun> run(
            Action.OnAdapter statement, LiveAdapter<O> adapter, List<Input> inputs, RowRules rows) {
        var kind = adapter.operations();
        if (statement instanceof Action.OnServer) {
            return kind.binder(statement, inputs, settings.values())
                    .map(binder -> new PassOn<>(binder, adapter, kind, definition.inputs(), rows));
        }
        var comments = settings.comments().filter(_ -> statement instanceof Action.RunSql);
        var comment = comments.map(
                it -> StatementComment.of(it.server(), definition.owner().name()));
        var ofCall = comments.flatMap(CommentSettings::callers)
                .map(callers -> new CallComment<>(comment.orElseThrow(), callers, kind));
        var ran = kind.binder(comment.map(it -> it.in(statement)).orElse(statement), inputs, settings.values())
                .map(binder -> new RunOnAdapter<>(
                        binder, adapter, kind, rows, definition.inputs(), ofCall, settings.masks(statement)));
        return statement instanceof Action.RunAdHocSql sql
                ? ran.flatMap(
                        it -> withinCost(sql, it, kind, inputs).map(within -> new RunWithNames<>(within, it, sql)))
                : ran.map(it -> it);
    }

    private <O> Optional<CacheableRun> withinCost(
            Action.RunAdHocSql sql, RunOnAdapter<O> run, OperationKind<O> kind, List<Input> inputs) {
        return sql.maxCost().isEmpty()
                ? Optional.of(run)
                : kind.binder(sql.explained(), inputs, settings.values())
                        .map(explain ->
                                new RunWithinCost<>(run, explain, sql.maxCost().get()));
    }

    /** The name in logs: the adapter, or that it is a script or a composition. */
    String runsOn() {
        return switch (definition.action()) {
            case Action.OnAdapter statement -> statement.adapter();
            case Action.RunScript _ -> SCRIPT;
            case Action.Compose _ -> COMPOSITION;
        };
    }

    /** The kind of database, as {@code db.system.name} of OpenTelemetry. */
    Optional<String> system() {
        return switch (definition.action()) {
            case Action.RunRequest _, Action.OnServer _, Action.RunScript _, Action.Compose _ -> Optional.empty();
            case Action.OnAdapter statement ->
                settings.adapter(statement.adapter()).map(LiveAdapter::system);
        };
    }

    /** The values that failures must not show. */
    ConfidentialValues confidential() {
        var action = definition.action();
        var bound = definition.inputs().bound().stream().map(BoundInput::source).flatMap(ToolSteps::reference);
        var roles = Stream.concat(
                action.roleReferences(), transforms.stream().flatMap(ToolLeaf.Transforms::roleReferences));
        return ConfidentialValues.of(
                Stream.concat(
                        Stream.concat(action.references(), bound),
                        transforms.stream().flatMap(ToolLeaf.Transforms::references)),
                roles.flatMap(role -> sources(role, definition.inputs())).collect(Collectors.toSet()),
                settings.values());
    }

    /** The reference, or what the server binds to the input that it names. */
    private static Stream<Reference> sources(Reference reference, Inputs inputs) {
        return reference instanceof Reference.Input(var name)
                ? inputs.bound().stream()
                        .filter(bound -> bound.input().name().equals(name))
                        .map(BoundInput::source)
                        .flatMap(ToolSteps::reference)
                : Stream.of(reference);
    }

    private static Stream<Reference> reference(Object source) {
        return source instanceof Reference reference ? Stream.of(reference) : Stream.empty();
    }
}
