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

    static Optional<String> of(ObservedLeaf leaf, ServerKey server, LeafProgress progress) {
        return progress.unverified().map(unverified -> {
            var place = position(progress, unverified).map(it -> " " + it).orElse("");
            // The engine quotes the statement, and messages do not quote ConfigMaps.
            var words = leaf.refersToText()
                    ? "hyperterse validate --connect says why; messages do not quote ConfigMaps"
                    : unverified.message();
            return "%s%s: the database of server %s refuses the statement: %s"
                    .formatted(field(progress), place, server, words);
        });
    }

    /** The author of a built-in tool wrote no statement. */
    private static String field(LeafProgress progress) {
        return text(progress).filter(String::isEmpty).isPresent() ? "spec.builtin" : "spec.statement.text";
    }

    private static Optional<Position> position(LeafProgress progress, ReplicaAnswer.Unverified unverified) {
        return text(progress).filter(text -> !text.isEmpty()).flatMap(text -> unverified
                .offset()
                .filter(offset -> offset <= text.length())
                .map(offset -> Position.in(text, offset)));
    }

    private static Optional<String> text(LeafProgress progress) {
        return progress.verdict().served().flatMap(Leaf::asked).map(Action::text);
    }
}
