package dev.hyperterse.operator.admin;

import java.util.Optional;

/** The checks behind the probes. Each result is empty when the check passes, and else has the reason. */
public interface Health {
    /** What only a new process can repair. */
    Optional<String> livenessFailure();

    /** What keeps it from leading or being on standby. */
    Optional<String> notReadyReason();
}
