package dev.hyperterse.operator.compile.leaf;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Input;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.crds.v1alpha1.CacheMode;
import dev.hyperterse.crds.v1alpha1.Hints;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.operator.compile.inputs.InputsCompiler;
import dev.hyperterse.operator.compile.server.Unsupported;
import dev.hyperterse.operator.compile.statement.StatementCompilation;
import dev.hyperterse.operator.compile.statement.StatementEffect;
import dev.hyperterse.operator.compile.statement.StatementSource;
import dev.hyperterse.operator.problem.Checked;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Compiles a tool. */
public final class ToolCompiler {
    /** What is refused before anything of the tool is compiled. */
    private static final List<Function<ToolSpec, Optional<Problem>>> RULES = List.of(
            ToolCompiler::pluginsComeLater,
            ToolCompiler::queriesComeLater,
            ToolCompiler::transformsComeLater,
            ToolCompiler::cacheComesLater,
            ToolCompiler::callsComeLater,
            ToolCompiler::runsSomething);

    private static final Hints NO_HINTS =
            new Hints(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    private final InputsCompiler inputs = new InputsCompiler();
    private final StatementLinker statements;

    public ToolCompiler(Function<StatementSource, StatementCompilation> statements) {
        this.statements = new StatementLinker(statements);
    }

    public Checked<Leaf> compile(LeafIdentity identity, ToolSpec spec, Links links) {
        var problems = new ArrayList<Problem>();
        RULES.forEach(rule -> rule.apply(spec).ifPresent(problems::add));
        Presentation.name(links.publicName(), "tool").ifPresent(problems::add);
        var icons = Presentation.icons(spec.icons(), problems);
        var timeout = Presentation.timeout(spec.timeout(), problems);
        var compiledInputs = inputs.compile(spec);
        problems.addAll(compiledInputs.problems());
        var outputSchema = spec.outputSchema().map(inputs::outputSchema);
        outputSchema.ifPresent(it -> problems.addAll(it.problems()));
        // Without inputs every placeholder would be unknown: one mistake, reported twice.
        var runs = compiledInputs.valid().flatMap(it -> runs(spec, it.inputs().fields(), links));
        runs.ifPresent(it -> problems.addAll(it.problems()));
        var linked = runs.flatMap(Checked::valid);
        var hints = linked.map(it -> HintsCompiler.compile(spec.hints().orElse(NO_HINTS), it.effect()));
        hints.ifPresent(it -> problems.addAll(it.problems()));
        if (!problems.isEmpty()) {
            return Checked.faulty(problems);
        }
        var ready = compiledInputs.valid().orElseThrow();
        var action = linked.orElseThrow().action();
        return Checked.sound(new ToolLeaf(
                identity,
                Set.of(action.feature()),
                links.publicName(),
                spec.title(),
                spec.description(),
                icons,
                hints.flatMap(Checked::valid).orElseThrow(),
                ready.inputs(),
                ready.schema(),
                outputSchema.flatMap(Checked::valid),
                action,
                spec.auth().map(auth -> new ToolLeaf.ToolAuth(auth.plugin(), auth.policy())),
                timeout));
    }

    private Optional<Checked<LinkedStatement>> runs(ToolSpec spec, List<Input> inputs, Links links) {
        return spec.statement()
                .map(statement -> statements.link(statement, inputs, links))
                // What a script does is known to its author alone.
                .or(() -> links.script()
                        .map(script -> script.map(it -> new LinkedStatement(
                                new Action.RunScript(it, List.copyOf(links.environment())), StatementEffect.UNKNOWN))));
    }

    private static Optional<Problem> pluginsComeLater(ToolSpec spec) {
        return spec.auth()
                .filter(auth -> !auth.plugin().equals("allow_all"))
                .map(_ -> Unsupported.yet("spec.auth.plugin", "auth plugins other than allow_all are"));
    }

    private static Optional<Problem> queriesComeLater(ToolSpec spec) {
        return spec.script()
                .filter(script -> !script.queries().isEmpty())
                .map(_ -> Unsupported.yet(ScriptLink.PATH + ".queries", "statements of scripts are"));
    }

    private static Optional<Problem> transformsComeLater(ToolSpec spec) {
        return spec.transforms().map(_ -> Unsupported.yet("spec.transforms", "transforms are"));
    }

    private static Optional<Problem> cacheComesLater(ToolSpec spec) {
        // Disabled is what this build does anyway.
        return spec.cache()
                .filter(cache -> cache.mode().filter(CacheMode.Disabled::equals).isEmpty())
                .map(_ -> Unsupported.yet("spec.cache", "keeping results is"));
    }

    private static Optional<Problem> callsComeLater(ToolSpec spec) {
        return spec.callableFrom().map(_ -> Unsupported.yet("spec.callableFrom", "calls between tools are"));
    }

    private static Optional<Problem> runsSomething(ToolSpec spec) {
        return spec.statement().isPresent() != spec.script().isPresent()
                ? Optional.empty()
                : Optional.of(Problem.of(
                        Reason.InvalidSpec,
                        "spec",
                        "one-action",
                        "the tool runs nothing, or two things",
                        "set exactly one of statement and script"));
    }
}
