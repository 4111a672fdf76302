package dev.hyperterse.compiler.leaf.statement;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.compiler.inputs.InputsCompiler;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.ScriptLink;
import dev.hyperterse.crds.v1alpha1.action.ScriptQuery;
import dev.hyperterse.crds.v1alpha1.input.InputType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Compiles the statements that a script runs by name. */
public record QueriesCompiler(InputsCompiler inputs, StatementLinker statements) {
    public static final String PATH = ScriptLink.PATH + ".queries";
    public static final String OF_TRANSFORMS = "spec.transforms.queries";

    /**
     * @param list of {@code queries}
     * @param taken names of other queries of the definition
     * @param ofTool the inputs of queries that have none of their own
     */
    public Checked<List<Action.Query>> compile(
            String list, List<ScriptQuery> queries, List<String> taken, List<Input> ofTool, Links links) {
        var compiled = new ArrayList<Checked<Action.Query>>();
        var names = new HashSet<>(taken);
        for (var index = 0; index < queries.size(); index++) {
            var path = FieldPath.item(list, index);
            var query = queries.get(index);
            compiled.add(
                    names.add(query.name())
                            ? compile(query, path, ofTool, links)
                            : Checked.faulty(Reason.InvalidSpec.problem(
                                    path + ".name",
                                    "query-once",
                                    "duplicate query '%s'".formatted(query.name()),
                                    "rename one")));
        }
        return Checked.all(compiled);
    }

    private Checked<Action.Query> compile(ScriptQuery query, String path, List<Input> ofTool, Links links) {
        var written = new StatementLinker.Written(
                path,
                query.adapter(),
                Optional.ofNullable(links.queried().get(query.adapter())),
                Optional.ofNullable(query.text()));
        return own(query, path).then(own -> statements
                .link(written, own.orElse(ofTool), links)
                .map(linked -> new Action.Query(query.name(), own, (Action.OnAdapter) linked.action())));
    }

    private Checked<Optional<List<Input>>> own(ScriptQuery query, String path) {
        if (query.inputs().isEmpty()) {
            return Checked.sound(Optional.empty());
        }
        var cursor = query.inputs().stream().anyMatch(input -> input.type() == InputType.Cursor);
        return cursor
                ? Checked.faulty(Reason.InvalidInputs.problem(
                        path + ".inputs",
                        "cursor-of-a-tool",
                        "only inputs of tools can be cursors",
                        "declare the values that the statement names"))
                : inputs.ofQuery(query.inputs(), path + ".inputs").map(Optional::of);
    }
}
