package dev.hyperterse.operator.resolve;

import java.util.Collection;
import java.util.List;

/** The namespaces whose objects an operator reads and whose servers it runs. */
public sealed interface Scope {
    /** Needs rights in the whole cluster. */
    record AllNamespaces() implements Scope {}

    /** Needs a Role in each of them and no right beyond. What is in other namespaces does not exist for this operator. */
    record Namespaces(List<String> names) implements Scope {
        public Namespaces {
            names = names.stream().sorted().distinct().toList();
            if (names.isEmpty()) {
                throw new IllegalArgumentException("a scope without namespaces");
            }
        }
    }

    static Scope everywhere() {
        return new AllNamespaces();
    }

    static Scope of(Collection<String> namespaces) {
        return new Namespaces(List.copyOf(namespaces));
    }
}
