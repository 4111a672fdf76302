package dev.hyperterse.cli.status;

import java.time.Instant;
import java.util.Optional;

/** The operator, as far as the user may see it. */
public sealed interface OperatorState {
    /** Neither its Deployment nor its Lease may be read. */
    record Unknown(String namespace) implements OperatorState {}

    /** Neither its Deployment nor its Lease is there. */
    record Absent(String namespace) implements OperatorState {}

    /**
     * @param version of its Deployment's label
     * @param ready whether its Deployment has a ready replica; empty where none of that name is seen
     * @param lease empty where it may not be read
     */
    record Installed(String namespace, Optional<String> version, Optional<Boolean> ready, Optional<Lease> lease)
            implements OperatorState {}

    /** @param renewed when a leader last renewed it; empty where none holds it */
    record Lease(Optional<Instant> renewed) {}
}
