package dev.hyperterse.runtime.check;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** A definition with one of the statements that it asks a database. */
record Checkable(Leaf definition, Leaf.Asked asked) {
    static Stream<Checkable> of(Leaf definition) {
        return definition.statements().map(asked -> new Checkable(definition, asked));
    }

    Key key() {
        return new Key(definition.identity(), asked.query());
    }

    /** In the order of definitions, and of the names of their queries. */
    record Key(LeafIdentity definition, Optional<String> query) implements Comparable<Key> {
        private static final Comparator<Key> ORDER = Comparator.comparing(Key::definition)
                .thenComparing(key -> key.query().orElse(""));

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }
}
