package dev.hyperterse.compiler.resolve.grant;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The namespaces whose objects may use a part of a server: the server's side of the agreement. */
public sealed interface Grantees {
    /** No namespace; the server's own settings still use the part. */
    record None() implements Grantees {}

    /** Those of the server's own namespace. */
    record Same() implements Grantees {}

    /** Those of these namespaces, and of the server's own only if it is among them. */
    record Names(Set<String> namespaces) implements Grantees {}

    /** Those of namespaces whose labels match every requirement; a namespace that is not known matches none. */
    record Selector(List<Requirement> requirements) implements Grantees {}

    /** All namespaces. */
    record All() implements Grantees {}

    /** One requirement on the labels of a namespace. */
    record Requirement(String label, Operator operator, Set<String> values) {
        /** How a label is compared; {@code Never} stands for an operator of a newer API and fails closed. */
        public enum Operator {
            In,
            NotIn,
            Exists,
            DoesNotExist,
            Never
        }

        boolean holds(Map<String, String> labels) {
            var value = labels.get(label);
            return switch (operator) {
                case In -> value != null && values.contains(value);
                case NotIn -> value == null || !values.contains(value);
                case Exists -> value != null;
                case DoesNotExist -> value == null;
                case Never -> false;
            };
        }
    }

    /**
     * Whether objects of {@code namespace} are admitted.
     *
     * @param owner the namespace of the server
     */
    default boolean admits(String namespace, String owner, Namespaces namespaces) {
        return switch (this) {
            case None _ -> false;
            case Same _ -> namespace.equals(owner);
            case Names(var names) -> names.contains(namespace);
            case Selector(var requirements) ->
                namespaces
                        .labels(namespace)
                        .filter(labels -> requirements.stream().allMatch(requirement -> requirement.holds(labels)))
                        .isPresent();
            case All _ -> true;
        };
    }
}
