package dev.hyperterse.operator.read;

import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether the API server answers, and what of that is worth a line in the log: the begin and the end of an outage. */
final class ApiServerOutage {
    /** One request that failed is repeated by the client that made it, and nothing is late. */
    private static final int FAILURES = 2;

    private Instant began = Instant.EPOCH;
    private int failures;

    /** True once for each outage. */
    boolean failed(Instant now) {
        failures++;
        if (failures == 1) {
            began = now;
        }
        return failures == FAILURES;
    }

    /** How long a reported outage took, when it has just ended. */
    Optional<Duration> answered(Instant now) {
        var reported = failures >= FAILURES;
        failures = 0;
        return reported ? Optional.of(Duration.between(began, now)) : Optional.empty();
    }

    /** In words; the JDK's exception of a refused connection has none. */
    static String reason(Throwable failure) {
        var causes =
                Stream.iterate(failure, Objects::nonNull, Throwable::getCause).toList();
        return causes.stream().anyMatch(ConnectException.class::isInstance)
                ? "cannot connect"
                : causes.reversed().stream()
                        .flatMap(cause -> Stream.ofNullable(cause.getMessage()))
                        .findFirst()
                        .orElseGet(failure::toString);
    }
}
