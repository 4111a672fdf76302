package dev.hyperterse.operator.resolve;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The environment of a server: its values as far as they resolve, and whose statements may read which. */
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
    public record Variable(Optional<String> value, boolean secret, Grantees grant) {
        /** Without the value. */
        @Override
        public String toString() {
            return "Variable[secret=" + secret + ", " + grant + "]";
        }
    }

    public Optional<Variable> find(String name) {
        return Optional.ofNullable(variables.get(name));
    }

    /** The names that leaves of a namespace may use in statements and that have a value. */
    public Set<String> readableBy(String namespace, String owner, Namespaces namespaces) {
        var readable = new TreeSet<String>();
        variables.forEach((name, variable) -> {
            if (variable.value().isPresent() && variable.grant().admits(namespace, owner, namespaces)) {
                readable.add(name);
            }
        });
        return readable;
    }
}
