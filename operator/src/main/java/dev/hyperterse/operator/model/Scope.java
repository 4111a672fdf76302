package dev.hyperterse.operator.model;

import dev.hyperterse.compiler.resolve.grant.Namespaces;
import java.util.Collection;
import java.util.List;

/** The namespaces whose objects an operator reads and whose servers it runs. What is in others does not exist for it. */
public sealed interface Scope {
    /**
     * Needs rights in the whole cluster.
     *
     * @param excluded those that belong to another installation of the operator
     */
    record AllNamespaces(List<String> excluded) implements Scope {
        public AllNamespaces {
            excluded = sorted(excluded);
        }
    }

    /** Needs a Role in each of them and no right beyond. */
    record Namespaces(List<String> names) implements Scope {
        public Namespaces {
            names = sorted(names);
            if (names.isEmpty()) {
                throw new IllegalArgumentException("a scope without namespaces");
            }
        }
    }

    static Scope everywhere() {
        return everywhereBut(List.of());
    }

    static Scope everywhereBut(Collection<String> namespaces) {
        return new AllNamespaces(List.copyOf(namespaces));
    }

    static Scope of(Collection<String> namespaces) {
        return new Namespaces(List.copyOf(namespaces));
    }

    default boolean contains(String namespace) {
        return switch (this) {
            case AllNamespaces(var excluded) -> !excluded.contains(namespace);
            case Namespaces(var names) -> names.contains(namespace);
        };
    }

    private static List<String> sorted(List<String> names) {
        return names.stream().sorted().distinct().toList();
    }
}
