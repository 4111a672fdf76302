package dev.hyperterse.cli.status;

import java.time.Instant;
import java.util.Optional;

/** The operator, as far as the user may see it. */
public sealed interface OperatorState {
    /** Its namespace may not be read. */
    record Unknown() implements OperatorState {}

    /** Neither its Deployment nor its Lease is there. */
    record Absent(String namespace) implements OperatorState {}

    /**
     * @param version of its Deployment's label
     * @param ready whether its Deployment has a ready replica; empty where there is no Deployment of that name
     * @param renewed when a leader last renewed the Lease; empty where none holds it
     */
    record Installed(String namespace, Optional<String> version, Optional<Boolean> ready, Optional<Instant> renewed)
            implements OperatorState {}
}
