package dev.hyperterse.compiler.leaf.statement;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.server.setting.ScriptLink;
import dev.hyperterse.crds.v1alpha1.action.Script;
import java.util.ArrayList;
import java.util.List;

/** Puts a script, its statements and its inputs together. */
public record ScriptActionCompiler(QueriesCompiler queries) {
    /** @param inputs of the definition, which queries without their own have */
    public Checked<Action.RunScript> link(Script script, List<Input> inputs, Links links) {
        var compiled = links.script(ScriptLink.PATH);
        var queried = queries.compile(QueriesCompiler.PATH, script.queries(), List.of(), inputs, links);
        var problems = new ArrayList<Problem>(compiled.problems());
        problems.addAll(queried.problems());
        return problems.isEmpty()
                ? compiled.then(it -> queried.map(
                        named -> new Action.RunScript(it, List.copyOf(links.environment()), named, links.fetch())))
                : Checked.faulty(problems);
    }
}
