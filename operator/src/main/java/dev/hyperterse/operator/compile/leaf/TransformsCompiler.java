package dev.hyperterse.operator.compile.leaf;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.crds.v1alpha1.Transforms;
import dev.hyperterse.operator.problem.Checked;
import dev.hyperterse.operator.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compiles the scripts around the call of a tool. */
final class TransformsCompiler {
    static final String INPUT = "spec.transforms.input";
    static final String OUTPUT = "spec.transforms.output";

    private TransformsCompiler() {}

    static Checked<ToolLeaf.Transforms> compile(Transforms declared, Links links) {
        var problems = new ArrayList<Problem>();
        var input = declared.input().flatMap(_ -> script(INPUT, links, problems));
        var output = declared.output().flatMap(_ -> script(OUTPUT, links, problems));
        return Checked.unless(problems, new ToolLeaf.Transforms(input, output));
    }

    private static Optional<Action.RunScript> script(String path, Links links, List<Problem> problems) {
        var script = links.script(path);
        problems.addAll(script.problems());
        return script.valid()
                .map(it -> new Action.RunScript(it, List.copyOf(links.environment()), List.of(), links.fetch()));
    }
}
