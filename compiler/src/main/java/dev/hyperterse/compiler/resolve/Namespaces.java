package dev.hyperterse.compiler.resolve;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The namespaces of a snapshot, by name, with their labels. */
public record Namespaces(Map<String, Map<String, String>> labels) {
    public Namespaces {
        var copy = new HashMap<String, Map<String, String>>();
        labels.forEach((name, ofNamespace) -> copy.put(name, Map.copyOf(ofNamespace)));
        labels = Map.copyOf(copy);
    }

    /** No namespace is known; selectors then match nothing. */
    public static Namespaces unknown() {
        return new Namespaces(Map.of());
    }

    public Optional<Map<String, String>> labels(String namespace) {
        return Optional.ofNullable(labels.get(namespace));
    }
}
