package dev.hyperterse.compiler.resolve.grant;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The namespaces of a snapshot, by name, with their labels.
 *
 * @param readable whether labels can be read at all
 */
public record Namespaces(Map<String, Map<String, String>> labels, boolean readable) {
    public Namespaces {
        var copy = new HashMap<String, Map<String, String>>();
        labels.forEach((name, ofNamespace) -> copy.put(name, Map.copyOf(ofNamespace)));
        labels = Map.copyOf(copy);
    }

    public Namespaces(Map<String, Map<String, String>> labels) {
        this(labels, true);
    }

    /** Of an operator that is limited to namespaces: a Role can allow to get its own namespace, but not to watch it. */
    public static Namespaces unreadable() {
        return new Namespaces(Map.of(), false);
    }

    /** No namespace is known; selectors then match nothing. */
    public static Namespaces unknown() {
        return new Namespaces(Map.of());
    }

    public Optional<Map<String, String>> labels(String namespace) {
        return Optional.ofNullable(labels.get(namespace));
    }
}
