package dev.hyperterse.compiler.leaf.tool;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.ToolRates;
import dev.hyperterse.catalog.ToolView;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.result.Keyset;
import dev.hyperterse.catalog.server.Rates.Rate;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.compiler.builtin.BuiltinStatement;
import dev.hyperterse.compiler.inputs.InputsCompiler;
import dev.hyperterse.compiler.leaf.link.AdapterLink;
import dev.hyperterse.compiler.leaf.link.CacheDefaults;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.leaf.link.Presentation;
import dev.hyperterse.compiler.leaf.protection.ProtectedSections;
import dev.hyperterse.compiler.leaf.statement.BuiltinLinker;
import dev.hyperterse.compiler.leaf.statement.CompositionCompiler;
import dev.hyperterse.compiler.leaf.statement.LinkedStatement;
import dev.hyperterse.compiler.leaf.statement.QueriesCompiler;
import dev.hyperterse.compiler.leaf.statement.RequestLinker;
import dev.hyperterse.compiler.leaf.statement.ScriptActionCompiler;
import dev.hyperterse.compiler.leaf.statement.SessionCompiler;
import dev.hyperterse.compiler.leaf.statement.StatementLinker;
import dev.hyperterse.compiler.leaf.statement.UpstreamLinker;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.grant.Grants;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.action.Transforms;
import dev.hyperterse.crds.v1alpha1.result.ToolResult;
import dev.hyperterse.crds.v1alpha1.shared.CacheMode;
import dev.hyperterse.crds.v1alpha1.tool.Hints;
import dev.hyperterse.crds.v1alpha1.tool.LeafCache;
import dev.hyperterse.crds.v1alpha1.tool.ToolLimits;
import dev.hyperterse.statement.sql.StatementCompilation;
import dev.hyperterse.statement.sql.StatementEffect;
import dev.hyperterse.statement.sql.StatementSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Compiles a tool. */
public final class ToolCompiler {
    /** Rules that are checked before anything of the tool is compiled. */
    private static final List<Function<ToolSpec, Optional<Problem>>> RULES =
            List.of(ToolCompiler::knownCallers, ToolCompiler::runsSomething, ToolCompiler::keptByArguments);

    private static final ToolResult NO_RESULT = new ToolResult(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());

    private static final Hints NO_HINTS =
            new Hints(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    private final InputsCompiler inputs = new InputsCompiler();
    private final StatementLinker statements;
    private final ScriptActionCompiler scripts;
    private final TransformsCompiler transforms;

    public ToolCompiler(Function<StatementSource, StatementCompilation> statements) {
        this.statements = new StatementLinker(statements);
        var queries = new QueriesCompiler(inputs, this.statements);
        this.scripts = new ScriptActionCompiler(queries);
        this.transforms = new TransformsCompiler(queries);
    }

    public Checked<Leaf> compile(LeafIdentity identity, ToolSpec spec, Links links) {
        var problems = new ArrayList<Problem>();
        RULES.forEach(rule -> rule.apply(spec).ifPresent(problems::add));
        var access = links.access().valid(problems);
        Presentation.name(links.publicName(), "tool").ifPresent(problems::add);
        var icons = Presentation.icons(spec.icons(), problems);
        var timeout = Presentation.timeout(spec.timeout(), problems);
        var task = spec.task().flatMap(it -> TaskCompiler.compile(it).valid(problems));
        var view = spec.view().flatMap(it -> ViewCompiler.compile(it, links).valid(problems));
        var builtin = spec.builtin().flatMap(it -> BuiltinLinker.link(it, links).valid(problems));
        var compiledInputs = builtin.map(it -> inputs.compile(it.inputs()))
                .orElseGet(() -> inputs.compile(spec))
                .valid(problems);
        var outputSchema =
                spec.outputSchema().flatMap(it -> inputs.outputSchema(it).valid(problems));
        var keyset = KeysetCompiler.compile(spec).valid(problems);
        // Without inputs every placeholder would be unknown: one mistake, reported twice.
        var linked = compiledInputs
                .flatMap(it -> keyset.flatMap(keys ->
                        runs(spec, builtin, it.inputs(), named(it.inputs().named(), keys), links)))
                .flatMap(it -> it.valid(problems));
        var hints =
                linked.flatMap(it -> HintsCompiler.compile(hints(spec, it.action()), spec.confirm(), effect(spec, it))
                        .valid(problems));
        var keys = keyset.flatMap(it -> it);
        linked.filter(_ -> keys.isPresent())
                .flatMap(it -> hasNoPages(spec, it.action(), links))
                .ifPresent(problems::add);
        var defaults = outputSchema.filter(OutputSchema::isOfCompleteRows).isPresent()
                ? links.result().failing()
                : links.result();
        var declared = spec.result().orElse(NO_RESULT);
        var rules = ResultCompiler.compile(
                        builtin.map(it -> it.result(declared)).orElse(declared), defaults, keys)
                .valid(problems);
        // A script or another server may return structured content of its own.
        outputSchema
                .filter(_ -> !isAnsweredByAnother(spec))
                .ifPresent(it -> problems.addAll(OutputSchema.check(it, rules)));
        var output = outputSchema.or(() -> OutputSchema.derived(
                rules,
                !isAnsweredByAnother(spec) && view.filter(ToolView::showsRows).isPresent()));
        view.filter(ToolView::showsRows)
                .filter(_ -> !OutputSchema.hasRows(output, rules))
                .map(ViewCompiler::withoutRows)
                .ifPresent(problems::add);
        var cache = linked.flatMap(it -> new CacheCompiler(it.effect(), access(links), isPerCaller(links))
                .compile(spec.cache(), cache(it, links))
                .valid(problems));
        var around = spec.transforms().flatMap(it -> transforms
                .compile(spec, it, compiledInputs.map(known -> known.inputs().named()), links)
                .valid(problems));
        if (!problems.isEmpty()) {
            return Checked.faulty(problems);
        }
        var ready = compiledInputs.orElseThrow();
        var action = linked.orElseThrow().action();
        return Checked.sound(new ToolLeaf(
                identity,
                links.publicName(),
                spec.title(),
                spec.description().or(() -> builtin.map(BuiltinStatement::description)),
                icons,
                hints.orElseThrow(),
                ready.inputs(),
                ready.schema(),
                output,
                action,
                around,
                links.callers(),
                access.orElseThrow(),
                timeout,
                rules,
                cache.orElseThrow(),
                rates(spec),
                task,
                view,
                ProtectedSections.digest(spec)));
    }

    private static Optional<ToolRates> rates(ToolSpec spec) {
        return spec.limits()
                .map(ToolLimits::rate)
                .map(rate -> new ToolRates(
                        rate.perPrincipal().map(it -> Rate.of(it, rate.burst())),
                        rate.perTool().map(it -> Rate.of(it, rate.burst()))));
    }

    private static Hints hints(ToolSpec spec, Action action) {
        var author = spec.hints().orElse(NO_HINTS);
        return action instanceof Action.RunRequest run
                ? HintsCompiler.ofMethod(run.request().method(), author)
                : author;
    }

    /** Only their author knows what scripts around a statement do with their queries. */
    private static StatementEffect effect(ToolSpec spec, LinkedStatement linked) {
        return spec.transforms().filter(it -> !it.queries().isEmpty()).isPresent()
                ? StatementEffect.UNKNOWN
                : linked.effect();
    }

    /** A caller who writes SQL expects the rows of now, unless the author of the tool says otherwise. */
    private static CacheDefaults cache(LinkedStatement linked, Links links) {
        return linked.action().readsWhatCallersChoose()
                ? new CacheDefaults(false, links.cache().ttlMillis())
                : links.cache();
    }

    private static boolean saysReadOnly(ToolSpec spec) {
        return spec.hints().flatMap(Hints::readOnly).orElse(false);
    }

    private static Optional<Problem> hasNoPages(ToolSpec spec, Action action, Links links) {
        var why = !(action instanceof Action.RunSql)
                ? Optional.of("paging is supported for SQL statements only")
                : Optional.of("paging is not supported with an output transform")
                        .filter(_ -> isAnsweredByAnother(spec))
                        .or(
                                () -> usable(links)
                                        .filter(AdapterLink.Usable::masked)
                                        .map(
                                                _ ->
                                                        "paging is not supported on an adapter with masking: a cursor has values of rows"));
        return why.map(
                message -> KeysetCompiler.problem("spec.result.keys", message, "remove the keys and the cursor"));
    }

    /** Whether callers get what a script returns, the tool's own or its output transform, or what another server does. */
    private static boolean isAnsweredByAnother(ToolSpec spec) {
        return spec.script().isPresent()
                || spec.mcp().isPresent()
                || spec.transforms().flatMap(Transforms::output).isPresent();
    }

    private static Access access(Links links) {
        return usable(links).map(AdapterLink.Usable::access).orElse(Access.ReadWrite);
    }

    private static boolean isPerCaller(Links links) {
        return usable(links).filter(AdapterLink.Usable::perCaller).isPresent();
    }

    private static Optional<AdapterLink.Usable> usable(Links links) {
        return links.adapter().filter(AdapterLink.Usable.class::isInstance).map(AdapterLink.Usable.class::cast);
    }

    /** The inputs that a statement may name: of a cursor the values in it, and not the cursor. */
    private static List<Input> named(List<Input> declared, Optional<Keyset> keyset) {
        return keyset.map(keys -> Stream.concat(
                                declared.stream().filter(input -> !input.name().equals(keys.input())),
                                keys.inputs().stream())
                        .toList())
                .orElse(declared);
    }

    private Optional<Checked<LinkedStatement>> runs(
            ToolSpec spec, Optional<BuiltinStatement> builtin, Inputs declared, List<Input> inputs, Links links) {
        var bound = SessionCompiler.nameable(declared);
        return spec.statement()
                .map(statement -> statements.link(statement, inputs, bound, links))
                .or(() -> builtin.map(
                        it -> statements.link(it, spec.builtin().orElseThrow().adapter(), inputs, links)))
                .or(() -> spec.http().map(request -> RequestLinker.link(request, inputs, links)))
                .or(() ->
                        spec.mcp().map(upstream -> UpstreamLinker.link(upstream, saysReadOnly(spec), declared, links)))
                .or(() -> spec.script().map(script -> scripts.link(script, inputs, links)
                        // Only its author knows what a script does.
                        .map(action -> new LinkedStatement(action, StatementEffect.UNKNOWN))))
                .or(() -> spec.composition().map(composition -> CompositionCompiler.compile(composition, inputs)
                        // So it is with the tools that it calls, which come and go.
                        .map(action -> new LinkedStatement(action, StatementEffect.UNKNOWN))));
    }

    private static Optional<Problem> knownCallers(ToolSpec spec) {
        return Grants.unrecognized(spec.callableFrom())
                ? Optional.of(Unsupported.unknownValue("spec.callableFrom"))
                : Optional.empty();
    }

    /** Results are kept by the values of inputs, and a schema may allow members that are none. */
    private static Optional<Problem> keptByArguments(ToolSpec spec) {
        return spec.mcp()
                .filter(it -> it.arguments().isEmpty() && spec.inputSchema().isPresent())
                .filter(_ -> spec.cache()
                        .flatMap(LeafCache::mode)
                        .filter(CacheMode.Enabled::equals)
                        .isPresent())
                .map(_ -> Reason.InvalidSpec.problem(
                        "spec.cache.mode",
                        "cache-of-arguments",
                        "a schema may allow arguments that the cache does not know",
                        "write spec.mcp.arguments, use spec.inputs, or set mode: Disabled"));
    }

    private static Optional<Problem> runsSomething(ToolSpec spec) {
        return Stream.of(spec.statement(), spec.script(), spec.builtin(), spec.http(), spec.mcp(), spec.composition())
                                .filter(Optional::isPresent)
                                .count()
                        == 1
                ? Optional.empty()
                : Optional.of(Reason.InvalidSpec.problem(
                        "spec",
                        "one-action",
                        "the tool sets none of statement, script, builtin, http, openapi, mcp and composition, or several",
                        "set exactly one of statement, script, builtin, http, openapi, mcp and composition"));
    }
}
