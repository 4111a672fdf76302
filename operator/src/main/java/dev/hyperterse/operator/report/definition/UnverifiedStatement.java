package dev.hyperterse.operator.report.definition;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.compiler.problem.Position;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.model.ObservedLeaf;
import dev.hyperterse.operator.report.replica.LeafProgress;
import java.util.Optional;

/** The problem of a served statement that a database refuses, for the status of its leaf. */
final class UnverifiedStatement {
    private UnverifiedStatement() {}

    static Optional<String> message(ObservedLeaf leaf, ServerKey server, LeafProgress progress) {
        return progress.unverified().map(unverified -> {
            var foreign = progress.result().served().flatMap(UnverifiedStatement::foreign);
            if (foreign.isPresent()) {
                // Nothing of it is from a ConfigMap: the replica names what it asks for.
                return "%s: on server %s: %s".formatted(foreign.get(), server, unverified.message());
            }
            var text = progress.result().served().flatMap(Leaf::asked).map(Action::text);
            // The author of a built-in tool wrote no statement.
            var field = text.filter(String::isEmpty).isPresent() ? "spec.builtin" : "spec.statement.text";
            var position = text.filter(it -> !it.isEmpty())
                    .flatMap(it -> unverified
                            .offset()
                            .filter(offset -> offset <= it.length())
                            .map(offset -> " " + Position.in(it, offset)))
                    .orElse("");
            // The engine quotes the statement, and messages do not quote ConfigMaps.
            var words = leaf.refersToText()
                    ? "hyperterse validate --connect says why; messages do not quote ConfigMaps"
                    : unverified.message();
            return "%s%s: the database of server %s refuses the statement: %s"
                    .formatted(field, position, server, words);
        });
    }

    /** The field that names what another server publishes. */
    private static Optional<String> foreign(Leaf leaf) {
        return leaf.asked()
                .filter(it -> it instanceof Action.OnAdapter action
                        && action.definedBy().isPresent())
                .map(it -> it instanceof Action.OnServer
                        ? "spec.mcp"
                        : leaf.identity().item().isPresent() ? "spec.openapi.published" : "spec.http.published");
    }
}
