package dev.hyperterse.runtime.access;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.LeafKind;
import java.util.Map;

/** An external service that decides about calls. Safe for concurrent calls. */
@FunctionalInterface
public interface DecisionPoint {
    /**
     * Blocks for the decision, on a virtual thread, within the configured timeout.
     *
     * @throws InterruptedException when the call ended meanwhile
     */
    Decision decide(Question question) throws InterruptedException;

    /**
     * The call to decide about.
     *
     * @param name the public name; of a resource its URI or template
     * @param inputs by name; those without a value are absent
     */
    record Question(LeafKind kind, String namespace, String name, Principal principal, Map<String, ?> inputs) {}

    /** The result. @param reason a code, for the record of the call */
    sealed interface Decision {
        String reason();

        record Allowed(String reason) implements Decision {}

        record Denied(String reason) implements Decision {}

        /** There is no decision, so the call fails. */
        record Undecided(String reason) implements Decision {}
    }
}
