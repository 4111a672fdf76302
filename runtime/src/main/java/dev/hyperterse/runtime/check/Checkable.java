package dev.hyperterse.runtime.check;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Leaf;
import java.util.Optional;

/** A definition with what it asks of a database. */
record Checkable(Leaf definition, Action action) {
    static Optional<Checkable> of(Leaf definition) {
        return definition.asked().map(action -> new Checkable(definition, action));
    }
}
