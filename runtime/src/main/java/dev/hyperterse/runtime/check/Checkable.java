package dev.hyperterse.runtime.check;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** One statement of a definition. */
record Checkable(Leaf definition, Leaf.Asked asked) {
    static Stream<Checkable> of(Leaf definition) {
        return definition.statements().map(asked -> new Checkable(definition, asked));
    }

    Key key() {
        return new Key(definition.identity(), asked.query());
    }

    /** Ordered by definition, then by the name of the query. */
    record Key(LeafIdentity definition, Optional<String> query) implements Comparable<Key> {
        private static final Comparator<Key> ORDER = Comparator.comparing(Key::definition)
                .thenComparing(key -> key.query().orElse(""));

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }
}
