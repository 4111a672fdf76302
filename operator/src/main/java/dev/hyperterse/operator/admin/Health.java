package dev.hyperterse.operator.admin;

import java.util.Optional;

/** What the probes ask. Each answer is empty when all is well, and else says what is not. */
public interface Health {
    /** What only a new process can repair. */
    Optional<String> livenessFailure();

    /** What keeps it from leading or being on standby. */
    Optional<String> notReadyReason();
}
