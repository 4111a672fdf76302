package dev.hyperterse.operator.report;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.operator.problem.Position;
import dev.hyperterse.operator.resolve.ObservedLeaf;
import dev.hyperterse.operator.resolve.ServerKey;
import java.util.Optional;

/** What a database says against a statement, for the status of its leaf. */
final class Complaints {
    private Complaints() {}

    static Optional<String> of(ObservedLeaf leaf, ServerKey server, Standing standing) {
        return standing.unverified().map(unverified -> {
            var place = position(standing, unverified).map(it -> " " + it).orElse("");
            // The engine quotes the statement, and messages do not quote ConfigMaps.
            var words = leaf.refersToText()
                    ? "hyperterse validate --connect says why; messages do not quote ConfigMaps"
                    : unverified.message();
            return "%s%s: the database of server %s refuses the statement: %s"
                    .formatted(field(standing), place, server, words);
        });
    }

    /** The author of a built-in tool wrote no statement. */
    private static String field(Standing standing) {
        return text(standing).filter(String::isEmpty).isPresent() ? "spec.builtin" : "spec.statement.text";
    }

    private static Optional<Position> position(Standing standing, ReplicaAnswer.Unverified unverified) {
        return text(standing).filter(text -> !text.isEmpty()).flatMap(text -> unverified
                .offset()
                .filter(offset -> offset <= text.length())
                .map(offset -> Position.in(text, offset)));
    }

    private static Optional<String> text(Standing standing) {
        return standing.verdict().served().flatMap(Leaf::asked).map(Action::text);
    }
}
