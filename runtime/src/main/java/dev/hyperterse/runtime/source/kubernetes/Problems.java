package dev.hyperterse.runtime.source.kubernetes;

import java.util.Optional;
import org.slf4j.Logger;

/** Logs a recurring problem when it begins, when it changes, and when it has ended. */
final class Problems {
    private final Logger log;
    private final String begins;
    private final Optional<String> ends;
    private volatile String known = "";

    /** The events that it logs. */
    Problems(Logger log, String begins, String ends) {
        this(log, begins, Optional.of(ends));
    }

    /** Ends a problem without an event, because another problem replaces it. */
    Problems(Logger log, String begins) {
        this(log, begins, Optional.empty());
    }

    private Problems(Logger log, String begins, Optional<String> ends) {
        this.log = log;
        this.begins = begins;
        this.ends = ends;
    }

    boolean any() {
        return !known.isEmpty();
    }

    void occurred(String reason, String consequence) {
        var said = String.valueOf(reason);
        if (!said.equals(known)) {
            known = said;
            log.atWarn()
                    .addKeyValue("event", begins)
                    .addKeyValue("reason", said)
                    .log(consequence);
        }
    }

    void over(String consequence) {
        if (any()) {
            known = "";
            ends.ifPresent(event -> log.atInfo().addKeyValue("event", event).log(consequence));
        }
    }
}
