package dev.hyperterse.operator.workload;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.Sessions;
import dev.hyperterse.operator.compile.server.Measures;
import java.time.Duration;

/** How long session keys stay as they are. */
final class SessionKeyAge {
    private static final Duration DEFAULT_SESSION = Duration.ofHours(24);
    private static final Duration USUAL = Duration.ofDays(30);

    private SessionKeyAge() {}

    /** Never shorter than two lives of a session: a rotation drops the key before last, with all that it had sealed. */
    static Duration of(HyperterseServer server) {
        var twice = server.getSpec()
                .sessions()
                .flatMap(Sessions::maxAge)
                .flatMap(Measures::millis)
                .map(Duration::ofMillis)
                .orElse(DEFAULT_SESSION)
                .multipliedBy(2);
        return twice.compareTo(USUAL) > 0 ? twice : USUAL;
    }
}
