package dev.hyperterse.runtime.tool;

import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.calls.adapter.UnavailableFailures;
import dev.hyperterse.calls.binding.ConfidentialValues;
import dev.hyperterse.calls.deadline.TimeLimit;
import dev.hyperterse.calls.fetch.AllowedUrl;
import dev.hyperterse.calls.result.KeysetCursor;
import dev.hyperterse.calls.result.RowRules;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.calls.validation.ArgumentReader;
import dev.hyperterse.calls.validation.ValidationWork;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.BoundInput;
import dev.hyperterse.catalog.Input;
import dev.hyperterse.catalog.Inputs;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.access.CallRules;
import dev.hyperterse.runtime.tool.cache.CacheKeys;
import dev.hyperterse.runtime.tool.cache.ResultCache;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.runtime.tool.call.Step;
import dev.hyperterse.runtime.tool.script.NamedQueries.NamedQuery;
import dev.hyperterse.runtime.tool.script.RunScript;
import dev.hyperterse.runtime.tool.script.Transform;
import dev.hyperterse.runtime.tool.script.TransformInput;
import dev.hyperterse.runtime.tool.script.TransformOutput;
import dev.hyperterse.runtime.tool.statement.CachedRun;
import dev.hyperterse.runtime.tool.statement.CallComment;
import dev.hyperterse.runtime.tool.statement.CommentSettings;
import dev.hyperterse.runtime.tool.statement.ReadCursor;
import dev.hyperterse.runtime.tool.statement.RunOnAdapter;
import dev.hyperterse.runtime.tool.statement.StatementComment;
import dev.hyperterse.scripts.ScriptLinker;
import dev.hyperterse.scripts.author.DeployedScript;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.scripts.author.ScriptOwner.Kind;
import dev.hyperterse.scripts.exchange.LinkedScript;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Links tools to the adapters that run their actions, independent of the engines. */
public final class ActionLinker implements ToolLinker {
    private static final String SCRIPT = "script";

    private final Permits longValidations = ValidationWork.permits();
    private final Optional<ResultCache> cache;
    private final ScriptLinker scripts;

    /** Links tools, and caches the results of those that enable it. */
    public ActionLinker(ResultCache cache, ScriptLinker scripts) {
        this.cache = Optional.of(cache);
        this.scripts = scripts;
    }

    /** Links tools without a cache. */
    public ActionLinker(ScriptLinker scripts) {
        this.cache = Optional.empty();
        this.scripts = scripts;
    }

    @Override
    public LinkedTool link(ToolLeaf tool, LinkSettings settings) {
        var rows = tool.result().map(RowRules::of).orElse(RowRules.STANDARD);
        var caching = cache.flatMap(kept -> tool.cache().map(rules -> caching(kept, rules, tool, settings.values())));
        return link(
                owner(tool, Kind.TOOL),
                tool.inputs(),
                tool.action(),
                tool.timeoutMillis(),
                rows,
                CallRules.of(tool, settings.decisionPoint()),
                caching,
                around(tool, settings),
                settings);
    }

    @Override
    public LinkedTool link(ResourceLeaf resource, ResourceLeaf.Body.Computed contents, LinkSettings settings) {
        var owner = new ScriptOwner(Kind.RESOURCE, resource.identity().namespace(), resource.name(), true);
        return link(
                owner, new Inputs.Declared(contents.inputs()), contents.action(), contents.timeoutMillis(), settings);
    }

    @Override
    public LinkedTool link(PromptLeaf prompt, PromptLeaf.Computed messages, LinkSettings settings) {
        var owner = new ScriptOwner(Kind.PROMPT, prompt.identity().namespace(), prompt.name(), true);
        return link(owner, new Inputs.Declared(messages.inputs()), messages.action(), Optional.empty(), settings);
    }

    /** Links a statement without a definition. */
    public LinkedTool link(List<Input> inputs, Action action, Optional<Long> timeoutMillis, LinkSettings settings) {
        return link(
                new ScriptOwner(Kind.TOOL, "", "", false),
                new Inputs.Declared(inputs),
                action,
                timeoutMillis,
                settings);
    }

    private LinkedTool link(
            ScriptOwner owner, Inputs inputs, Action action, Optional<Long> timeoutMillis, LinkSettings settings) {
        return link(
                owner,
                inputs,
                action,
                timeoutMillis,
                RowRules.STANDARD,
                Optional.empty(),
                Optional.empty(),
                Around.NOTHING,
                settings);
    }

    private static ScriptOwner owner(ToolLeaf tool, Kind kind) {
        return new ScriptOwner(
                kind,
                tool.identity().namespace(),
                tool.name(),
                tool.hints().readOnly().orElse(false));
    }

    /** The confirmation and transforms around the run of a tool. */
    private record Around(Optional<ConfirmByUser> confirm, LinkedTransforms transforms) {
        static final Around NOTHING = new Around(Optional.empty(), LinkedTransforms.NONE);
    }

    /**
     * Scripts around the run.
     *
     * @param references the sources of their values
     * @param roles those that name the role of a statement
     */
    private record LinkedTransforms(
            Optional<Transform> input, Optional<Transform> output, List<Reference> references, List<Reference> roles) {
        static final LinkedTransforms NONE =
                new LinkedTransforms(Optional.empty(), Optional.empty(), List.of(), List.of());
    }

    private Around around(ToolLeaf tool, LinkSettings settings) {
        var confirm = tool.hints().confirm().filter(asks -> asks).map(_ -> new ConfirmByUser(tool.name()));
        return new Around(confirm, transforms(tool, settings));
    }

    private LinkedTransforms transforms(ToolLeaf tool, LinkSettings settings) {
        var input = owner(tool, Kind.INPUT_TRANSFORM);
        var output = owner(tool, Kind.OUTPUT_TRANSFORM);
        return tool.transforms()
                .map(it -> {
                    var queries = queries(owner(tool, Kind.TOOL), it.queries(), tool.inputs(), settings);
                    return new LinkedTransforms(
                            it.input().map(script -> Transform.ofInput(input, link(input, script, settings), queries)),
                            it.output()
                                    .map(script -> Transform.ofOutput(output, link(output, script, settings), queries)),
                            it.references().toList(),
                            it.roleReferences().toList());
                })
                .orElse(LinkedTransforms.NONE);
    }

    private LinkedScript link(ScriptOwner owner, Action.RunScript script, LinkSettings settings) {
        return scripts.link(
                new DeployedScript(owner, script.script(), environment(script, settings), fetch(script, settings)));
    }

    /** Puts the cache in front of the run. */
    @FunctionalInterface
    private interface Caching {
        Step before(RunOnAdapter<?> run, List<Input> fields);
    }

    private static Caching caching(ResultCache kept, ToolLeaf.Cache rules, ToolLeaf tool, ValueSet values) {
        return (run, fields) ->
                new CachedRun(run, kept, new CacheKeys(tool, fields, values), Duration.ofMillis(rules.ttlMillis()));
    }

    private LinkedTool link(
            ScriptOwner owner,
            Inputs inputs,
            Action action,
            Optional<Long> timeoutMillis,
            RowRules rows,
            Optional<CallRules> rules,
            Optional<Caching> caching,
            Around around,
            LinkSettings settings) {
        var transforms = around.transforms();
        // Rules of rows are for the answer: behind an output transform, they are for what it returns.
        var ran = transforms.output().isPresent() ? RowRules.STANDARD : rows;
        var keyset = rows.cursor().map(KeysetCursor::keyset);
        var fields = Stream.concat(inputs.named().stream(), keyset.stream().flatMap(keys -> keys.inputs().stream()))
                .toList();
        Step last =
                switch (action) {
                    case Action.OnAdapter statement ->
                        settings.adapter(statement.adapter())
                                .flatMap(adapter -> run(owner, action, adapter, fields, ran, settings))
                                .map(run -> caching.map(kept -> kept.before(run, fields))
                                        .orElse(run))
                                .orElseGet(() -> unavailable(statement.adapter()));
                    case Action.RunScript script ->
                        new RunScript(
                                owner,
                                link(owner, script, settings),
                                inputs,
                                queries(owner, script.queries(), inputs, settings),
                                ran);
                };
        return new ToolStages(
                runsOn(action),
                system(action, settings),
                timeoutMillis.map(millis -> deadline(owner, millis)),
                around.confirm().<Step>map(asks -> asks),
                transforms.input().map(TransformInput::new),
                validate(inputs),
                keyset.<Step>map(keys -> new ReadCursor(keys, inputs.fields(), longValidations)),
                rules.map(it -> applied(it, inputs.fields())),
                transforms
                        .output()
                        .<Step>map(it -> new TransformOutput(last, it, inputs, rows))
                        .orElse(last),
                ConfidentialValues.of(
                        Stream.of(
                                        action.references(),
                                        inputs.bound().stream()
                                                .map(BoundInput::source)
                                                .filter(Reference.class::isInstance)
                                                .<Reference>map(Reference.class::cast),
                                        transforms.references().stream())
                                .flatMap(references -> references),
                        Stream.concat(action.roleReferences(), transforms.roles().stream())
                                .flatMap(reference -> sources(reference, inputs))
                                .collect(Collectors.toSet()),
                        settings.values()));
    }

    /** The reference, or what the server binds to the input that it names. */
    private static Stream<Reference> sources(Reference reference, Inputs inputs) {
        return reference instanceof Reference.Input(var name)
                ? inputs.bound().stream()
                        .filter(bound -> bound.input().name().equals(name))
                        .map(BoundInput::source)
                        .filter(Reference.class::isInstance)
                        .map(Reference.class::cast)
                : Stream.of(reference);
    }

    private static Step deadline(ScriptOwner owner, long millis) {
        var limit = TimeLimit.of("timeout of %s '%s'".formatted(owner.kind().word(), owner.name()), millis);
        return call -> {
            call.context().scope().within(limit);
            return Ended.COMPLETED;
        };
    }

    private static Step applied(CallRules rules, List<Input> fields) {
        return call -> {
            var context = call.context();
            if (rules.hasRules()) {
                rules.check(
                        context.principal(), context.headers(), InputValues.of(fields, call.inputs(), call.memory()));
            }
            if (rules.hasDecisionPoint()) {
                var inputs = InputValues.exactly(fields, call.inputs(), call.memory());
                call.decided(context.scope().await(() -> rules.decide(context.principal(), inputs)));
            }
            return Ended.COMPLETED;
        };
    }

    /** Validates the arguments of the caller, then the values that the server binds. */
    private Step validate(Inputs inputs) {
        var reader = new ArgumentReader(inputs, longValidations);
        Step sent = call -> {
            call.inputs(reader.read(call.arguments(), call.context().scope(), call.memory()));
            return Ended.COMPLETED;
        };
        if (inputs.bound().isEmpty()) {
            return sent;
        }
        var bound = new BindCaller(inputs.bound(), longValidations);
        return call -> {
            sent.take(call);
            return bound.take(call);
        };
    }

    /** Links each query as a tool that only has a statement. */
    private Map<String, NamedQuery> queries(
            ScriptOwner owner, List<Action.Query> queries, Inputs inputs, LinkSettings settings) {
        return queries.stream()
                .collect(Collectors.toUnmodifiableMap(
                        Action.Query::name,
                        query -> new NamedQuery(
                                link(
                                        owner,
                                        query.inputs()
                                                .<Inputs>map(Inputs.Declared::new)
                                                .orElse(inputs),
                                        query.action(),
                                        Optional.empty(),
                                        settings),
                                query.inputs().isPresent())));
    }

    /** The name in logs: the adapter, or that it is a script. */
    private static String runsOn(Action action) {
        return switch (action) {
            case Action.OnAdapter statement -> statement.adapter();
            case Action.RunScript _ -> SCRIPT;
        };
    }

    private static Optional<String> system(Action action, LinkSettings settings) {
        return switch (action) {
            case Action.OnAdapter statement ->
                settings.adapter(statement.adapter()).map(LiveAdapter::system);
            case Action.RunScript _ -> Optional.empty();
        };
    }

    private static Map<String, String> environment(Action.RunScript script, LinkSettings settings) {
        var values = new TreeMap<String, String>();
        script.environment()
                .forEach(name ->
                        settings.values().find(ValueKey.environment(name)).ifPresent(value -> values.put(name, value)));
        return values;
    }

    private static List<AllowedUrl> fetch(Action.RunScript script, LinkSettings settings) {
        return script.fetch().stream()
                .map(grant -> AllowedUrl.of(grant, settings.values()::find))
                .toList();
    }

    /** The run of an action; empty if the adapter runs operations of another kind. */
    private static <O> Optional<RunOnAdapter<O>> run(
            ScriptOwner owner,
            Action action,
            LiveAdapter<O> adapter,
            List<Input> inputs,
            RowRules rows,
            LinkSettings settings) {
        var kind = adapter.operations();
        var comments = settings.comments().filter(_ -> action instanceof Action.RunSql);
        var comment = comments.map(it -> StatementComment.of(it.server(), owner.name()));
        var ofCall = comments.flatMap(CommentSettings::callers)
                .map(callers -> new CallComment<>(comment.orElseThrow(), callers, kind));
        return kind.binder(comment.map(it -> it.in(action)).orElse(action), inputs, settings.values())
                .map(binder -> new RunOnAdapter<>(binder, adapter, rows, ofCall));
    }

    private static Step unavailable(String adapter) {
        return call -> {
            throw UnavailableFailures.adapter(adapter);
        };
    }
}
