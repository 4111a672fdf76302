package dev.hyperterse.runtime.check;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Leaf;
import java.util.Optional;

/** A definition with what it asks of a database. */
record Checkable(Leaf definition, Action.OnAdapter action) {
    static Optional<Checkable> of(Leaf definition) {
        return definition.asked().flatMap(action -> switch (action) {
            case Action.OnAdapter statement -> Optional.of(new Checkable(definition, statement));
            case Action.RunScript _ -> Optional.empty();
        });
    }
}
