package dev.hyperterse.compiler.leaf.lastgood;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.compiler.leaf.LeafLinker;
import dev.hyperterse.compiler.leaf.link.AdapterLink;
import dev.hyperterse.compiler.leaf.link.ServerSources;
import dev.hyperterse.compiler.leaf.link.StatementLanguage;
import dev.hyperterse.compiler.leaf.statement.ActionCompiler;
import dev.hyperterse.compiler.leaf.statement.BuiltinLinker;
import dev.hyperterse.compiler.leaf.statement.QueriesCompiler;
import dev.hyperterse.compiler.leaf.statement.RequestLinker;
import dev.hyperterse.compiler.leaf.statement.StatementLinker;
import dev.hyperterse.compiler.leaf.statement.TransactionRole;
import dev.hyperterse.compiler.leaf.statement.UpstreamLinker;
import dev.hyperterse.compiler.leaf.tool.TransformsCompiler;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.ScriptLink;
import dev.hyperterse.statement.sql.StatementCompilation;
import dev.hyperterse.statement.sql.StatementSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Whether the published version of a leaf can stay in service. Its statement is compiled again with the current
 * adapters, grants and rules: an old version must not keep a revoked grant or an unsafe statement alive.
 */
public final class LastGood {
    private static final String SESSION = ".session";
    private static final String TEXT = ".text";
    private static final String ADAPTER = ".adapter";

    private final ActionCompiler compiler;

    public LastGood(Function<StatementSource, StatementCompilation> compiler) {
        this.compiler = new ActionCompiler(compiler);
    }

    /** The problem that keeps the version from being served; empty where it can be. */
    public Optional<Problem> obstacle(Leaf published, LeafLinker linker) {
        return switch (published) {
            case ToolLeaf tool ->
                linker.unreadable(tool.inputs().bound())
                        .map(problem -> inLastGood(ServerSources.INPUTS, problem))
                        .or(() -> ofAction(tool.action(), tool.inputs().named(), published, linker))
                        .or(() -> tool.transforms().flatMap(it -> ofTransforms(it, tool, linker)));
            case PromptLeaf prompt ->
                prompt.computed().flatMap(it -> ofAction(it.action(), it.inputs(), published, linker));
            case ResourceLeaf resource ->
                switch (resource.body()) {
                    case ResourceLeaf.Body.Fixed _, ResourceLeaf.Body.Skill _ -> Optional.empty();
                    case ResourceLeaf.Body.Computed computed ->
                        ofAction(computed.action(), computed.inputs(), published, linker);
                };
        };
    }

    private Optional<Problem> ofAction(Action action, List<Input> inputs, Leaf published, LeafLinker linker) {
        return switch (action) {
            // A compiled request or call stays as it is; what it may read and send may have changed.
            case Action.RunRequest request ->
                onAdapter(
                        request,
                        RequestLinker.ADAPTER,
                        published,
                        linker,
                        adapter -> RequestLinker.revoked(
                                request,
                                adapter,
                                linker.environment(published.identity().namespace())));
            case Action.OnServer call ->
                onAdapter(
                        call,
                        UpstreamLinker.ADAPTER,
                        published,
                        linker,
                        adapter -> UpstreamLinker.revoked(
                                call,
                                adapter,
                                linker.environment(published.identity().namespace())));
            case Action.OnAdapter statement -> ofStatement(StatementLinker.PATH, statement, inputs, published, linker);
            case Action.RunScript script ->
                ofScript(ScriptLink.PATH, script, published.identity().namespace(), linker)
                        .or(() -> ofQueries(QueriesCompiler.PATH, script.queries(), inputs, published, linker));
            // The tools that it calls have sources of their own.
            case Action.Compose _ -> Optional.empty();
        };
    }

    private Optional<Problem> ofTransforms(ToolLeaf.Transforms transforms, ToolLeaf published, LeafLinker linker) {
        var namespace = published.identity().namespace();
        return transforms
                .input()
                .flatMap(it -> ofScript(TransformsCompiler.INPUT, it, namespace, linker))
                .or(() -> transforms.output().flatMap(it -> ofScript(TransformsCompiler.OUTPUT, it, namespace, linker)))
                .or(() -> ofQueries(
                        QueriesCompiler.OF_TRANSFORMS,
                        transforms.queries(),
                        published.inputs().named(),
                        published,
                        linker));
    }

    /** The compiled script stays as it is; whether it may run, and what it may read, may have changed. */
    private static Optional<Problem> ofScript(
            String path, Action.RunScript script, String namespace, LeafLinker linker) {
        if (!linker.admitsScripts(namespace)) {
            return Optional.of(new ScriptLink(path).notGranted());
        }
        if (!linker.fetch(namespace).containsAll(script.fetch())) {
            return Optional.of(Reason.NotAllowedScript.problem(
                    ScriptLink.PATH,
                    "fetch-granted",
                    "the last good version cannot be served any more: it may fetch what is not granted now",
                    "fix the script, or grant that again in spec.scripts.fetch"));
        }
        if (linker.engine() == ScriptIsolation.Isolated && script.script().engine() != ScriptIsolation.Isolated) {
            return Optional.of(ScriptLink.notShared(
                    path,
                    "the last good version cannot be served any more: the server isolates all scripts now",
                    "fix the script"));
        }
        return linker.environment(namespace).containsAll(script.environment())
                ? Optional.empty()
                : Optional.of(notGranted(path));
    }

    private static Problem notGranted(String path) {
        return Reason.NotAllowedEnv.problem(
                path,
                "env-granted",
                "the last good version cannot be served any more: it may read variables that are not granted now",
                "fix the definition, or grant the variables again");
    }

    private Optional<Problem> ofQueries(
            String list, List<Action.Query> queries, List<Input> inputs, Leaf published, LeafLinker linker) {
        return IntStream.range(0, queries.size())
                .mapToObj(index -> ofQuery(FieldPath.item(list, index), queries.get(index), inputs, published, linker))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<Problem> ofQuery(
            String path, Action.Query query, List<Input> inputs, Leaf published, LeafLinker linker) {
        return ofStatement(path, query.action(), query.inputs().orElse(inputs), published, linker);
    }

    /** The adapter of an action as it is now, if the version may still run on it. */
    private static Optional<Problem> onAdapter(
            Action.OnAdapter action,
            String path,
            Leaf published,
            LeafLinker linker,
            Function<AdapterLink.Usable, Optional<Problem>> obstacle) {
        var same = same(action, published.identity().namespace(), linker);
        return switch (StatementLinker.usable(action.adapter(), Optional.of(same), path)) {
            case Checked.Sound<AdapterLink.Usable>(var adapter) -> obstacle.apply(adapter);
            case Checked.Faulty<AdapterLink.Usable>(var problems) -> Optional.of(problems.getFirst());
        };
    }

    /** Another engine under the same name: what the version was compiled for is gone. */
    private static AdapterLink same(Action.OnAdapter action, String namespace, LeafLinker linker) {
        var link = linker.adapter(namespace, action.adapter());
        return link instanceof AdapterLink.Usable usable && !usable.language().equals(StatementLanguage.of(action))
                ? new AdapterLink.Missing()
                : link;
    }

    private Optional<Problem> ofStatement(
            String path, Action.OnAdapter action, List<Input> inputs, Leaf published, LeafLinker linker) {
        var namespace = published.identity().namespace();
        return onAdapter(
                action,
                path + ADAPTER,
                published,
                linker,
                adapter -> action.text().isEmpty()
                        ? ofUnwritten(action, adapter)
                        : compiled(path + TEXT, action, adapter, inputs, namespace, linker)
                                .or(() -> ofSettings(path + SESSION, action, namespace, linker))
                                .or(() -> ofRoles(action, adapter)));
    }

    /** A statement that the operator brings along reads nothing that could be taken away; one of a caller may. */
    private static Optional<Problem> ofUnwritten(Action.OnAdapter action, AdapterLink.Usable adapter) {
        return action.readsWhatCallersChoose() && !BuiltinLinker.allowsAdHoc(adapter)
                ? Optional.of(inLastGood(
                        BuiltinLinker.ADAPTER, BuiltinLinker.adHocForbidden(action.adapter(), BuiltinLinker.ADAPTER)))
                : Optional.empty();
    }

    private Optional<Problem> compiled(
            String path,
            Action.OnAdapter action,
            AdapterLink.Usable adapter,
            List<Input> inputs,
            String namespace,
            LeafLinker linker) {
        return compiler
                .compile(
                        action.adapter(),
                        adapter,
                        new ActionCompiler.Text(
                                path, action.text(), inputs, linker.environment(namespace), textual(action)))
                .problems()
                .stream()
                .findFirst()
                .map(problem -> inLastGood(path, problem));
    }

    /** Their names are fixed, and their values are what they name. */
    private static Optional<Problem> ofSettings(
            String path, Action.OnAdapter action, String namespace, LeafLinker linker) {
        var granted = linker.environment(namespace);
        return action instanceof Action.RunSql sql
                        && sql.statement().session().stream()
                                .flatMap(Segment::references)
                                .anyMatch(
                                        it -> it instanceof Reference.Environment(var name) && !granted.contains(name))
                ? Optional.of(notGranted(path))
                : Optional.empty();
    }

    private static Optional<Problem> ofRoles(Action.OnAdapter action, AdapterLink.Usable adapter) {
        return action instanceof Action.RunSql sql
                ? sql.statement().roles().flatMap(it -> TransactionRole.revoked(it, action.adapter(), adapter))
                : Optional.empty();
    }

    private static boolean textual(Action action) {
        return action instanceof Action.RunSql sql && sql.statement().textual();
    }

    /** It was granted once, or there would be no version that reads it. */
    private static Problem inLastGood(String path, Problem problem) {
        var reason = problem.reason() == Reason.EnvNotFound ? Reason.NotAllowedEnv : problem.reason();
        return reason.problem(
                path,
                problem.rule(),
                "the last good version cannot be served any more: " + problem.message(),
                problem.remedy());
    }
}
