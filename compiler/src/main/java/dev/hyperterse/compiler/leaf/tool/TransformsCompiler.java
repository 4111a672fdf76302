package dev.hyperterse.compiler.leaf.tool;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.leaf.statement.QueriesCompiler;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.action.ScriptQuery;
import dev.hyperterse.crds.v1alpha1.action.Transforms;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compiles the scripts around the call of a tool. */
public record TransformsCompiler(QueriesCompiler queries) {
    public static final String INPUT = "spec.transforms.input";
    public static final String OUTPUT = "spec.transforms.output";

    /** @param inputs of the tool, where they are known, which queries without their own have */
    Checked<ToolLeaf.Transforms> compile(
            ToolSpec tool, Transforms declared, Optional<List<Input>> inputs, Links links) {
        var problems = new ArrayList<Problem>();
        var input = declared.input().flatMap(_ -> script(INPUT, links, problems));
        var output = declared.output().flatMap(_ -> script(OUTPUT, links, problems));
        var ofScript = tool.script().stream()
                .flatMap(it -> it.queries().stream())
                .map(ScriptQuery::name)
                .toList();
        var queried = inputs.flatMap(
                it -> queries.compile(QueriesCompiler.OF_TRANSFORMS, declared.queries(), ofScript, it, links)
                        .valid(problems));
        return Checked.unless(problems, new ToolLeaf.Transforms(input, output, queried.orElseGet(List::of)));
    }

    private static Optional<Action.RunScript> script(String path, Links links, List<Problem> problems) {
        return links.script(path)
                .valid(problems)
                .map(it -> new Action.RunScript(it, List.copyOf(links.environment()), List.of(), links.fetch()));
    }
}
