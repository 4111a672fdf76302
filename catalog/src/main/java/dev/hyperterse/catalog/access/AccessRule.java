package dev.hyperterse.catalog.access;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * An expression of CEL that has to be true for a caller, or for its call.
 *
 * @param name what its author calls it
 * @param expression as it was written, for people
 * @param message message to a caller whose call it denies
 */
public record AccessRule(String name, String expression, Program program, Optional<String> message) {
    public AccessRule {
        message = message == null ? Optional.empty() : message;
    }

    /** Whether it decides about the call rather than the caller: then it cannot hide the definition. */
    public boolean decidesAtTheCall() {
        return program.reads().contains(Variable.INPUTS)
                || program.reads().contains(Variable.HEADERS)
                || program.reads().contains(Variable.HISTORY);
    }

    /**
     * What replicas evaluate.
     *
     * @param checked the checked syntax tree in CEL's own encoding, in base64
     * @param headers that it reads, in lower case
     * @param past the calls of the past that it reads of
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Program(String checked, Set<Variable> reads, Set<String> headers, Set<PastCalls> past) {
        public Program {
            reads = reads == null ? Set.of() : new TreeSet<>(reads);
            headers = headers == null ? Set.of() : new TreeSet<>(headers);
            past = past == null ? Set.of() : new TreeSet<>(past);
        }
    }

    public enum Variable {
        PRINCIPAL,
        TOOL,
        INPUTS,
        HEADERS,
        HISTORY;

        public static Optional<Variable> named(String name) {
            return Arrays.stream(values())
                    .filter(it -> it.name().toLowerCase(Locale.ROOT).equals(name))
                    .findFirst();
        }
    }
}
