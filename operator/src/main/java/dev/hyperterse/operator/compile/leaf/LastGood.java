package dev.hyperterse.operator.compile.leaf;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Input;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.operator.compile.statement.StatementCompilation;
import dev.hyperterse.operator.compile.statement.StatementSource;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whether the published version of a leaf can go on being served. Its statement is compiled again, against the adapters,
 * grants and rules of now: what was taken away, or is known to be unsafe, must not live on in an old version.
 */
public final class LastGood {
    private static final String TEXT = "spec.statement.text";

    private final Function<StatementSource, StatementCompilation> compiler;

    public LastGood(Function<StatementSource, StatementCompilation> compiler) {
        this.compiler = compiler;
    }

    /** What keeps the version from being served; nothing where it can be. */
    public Optional<Problem> obstacle(Leaf published, LeafLinker linker) {
        return switch (published) {
            case ToolLeaf tool -> ofAction(tool.action(), tool.inputs().fields(), published, linker);
            case PromptLeaf _ -> Optional.empty();
            case ResourceLeaf resource ->
                switch (resource.body()) {
                    case ResourceLeaf.Body.Text _, ResourceLeaf.Body.Blob _ -> Optional.empty();
                    case ResourceLeaf.Body.Computed computed ->
                        ofAction(computed.action(), computed.inputs(), published, linker);
                };
        };
    }

    private Optional<Problem> ofAction(Action action, List<Input> inputs, Leaf published, LeafLinker linker) {
        return switch (action) {
            case Action.RunSql sql ->
                ofStatement(sql, inputs, published.identity().namespace(), linker);
        };
    }

    private Optional<Problem> ofStatement(Action.RunSql sql, List<Input> inputs, String namespace, LeafLinker linker) {
        return switch (linker.adapter(namespace, sql.adapter())) {
            case AdapterLink.Usable usable ->
                usable.dialect() == sql.statement().dialect()
                        ? ofText(new StatementSource(
                                TEXT,
                                sql.text(),
                                usable.dialect(),
                                usable.access(),
                                inputs,
                                linker.environment(namespace)))
                        // Another engine under the same name: what the version was compiled for is gone.
                        : Optional.of(StatementLinker.missing(sql.adapter()));
            case AdapterLink.Missing _ -> Optional.of(StatementLinker.missing(sql.adapter()));
            case AdapterLink.NotGranted _ -> Optional.of(StatementLinker.notGranted(sql.adapter()));
            case AdapterLink.Faulty _ -> Optional.of(StatementLinker.faulty(sql.adapter()));
        };
    }

    private Optional<Problem> ofText(StatementSource source) {
        return switch (compiler.apply(source)) {
            case StatementCompilation.Compiled _ -> Optional.empty();
            case StatementCompilation.Rejected(var problems) -> Optional.of(inLastGood(problems.getFirst()));
        };
    }

    /** It was granted once, or there would be no version that reads it. */
    private static Problem inLastGood(Problem problem) {
        return Problem.of(
                problem.reason() == Reason.EnvNotFound ? Reason.NotAllowedEnv : problem.reason(),
                TEXT,
                problem.rule(),
                "the last good version cannot be served any more: " + problem.message(),
                problem.remedy());
    }
}
