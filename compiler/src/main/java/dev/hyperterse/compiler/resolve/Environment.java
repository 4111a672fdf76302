package dev.hyperterse.compiler.resolve;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The environment of a server: its values, as far as they resolve. */
public record Environment(Map<String, Variable> variables) {
    public Environment {
        variables = Collections.unmodifiableSortedMap(new TreeMap<>(variables));
    }

    /**
     * One variable.
     *
     * @param value absent while its reference does not resolve
     * @param secret came out of a Secret: must not end up in a ConfigMap
     */
    public record Variable(Optional<String> value, boolean secret) {
        /** Without the value. */
        @Override
        public String toString() {
            return "Variable[secret=" + secret + "]";
        }
    }

    public Optional<Variable> find(String name) {
        return Optional.ofNullable(variables.get(name));
    }

    /** The names of those that have a value. */
    public Stream<String> known() {
        return variables.entrySet().stream()
                .filter(it -> it.getValue().value().isPresent())
                .map(Map.Entry::getKey);
    }
}
