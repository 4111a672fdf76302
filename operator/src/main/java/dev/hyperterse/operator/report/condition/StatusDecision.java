package dev.hyperterse.operator.report.condition;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The status to write.
 *
 * @param status empty where the stored status stays
 * @param again when time alone may change that
 */
public record StatusDecision<S>(Optional<S> status, Optional<Duration> again) {
    /** Most changes are served within it; those are not reported. */
    public static final Duration GRACE = Duration.ofSeconds(1);

    /** Replicas of a new server start within it; a leaf without a status waits for them. */
    public static final Duration STARTING = Duration.ofSeconds(20);

    /** The rest of that time; empty once it is over. */
    public static Optional<Duration> left(Duration time, Instant since, Instant now) {
        return Optional.of(Duration.between(now, since.plus(time))).filter(Duration::isPositive);
    }

    public static <S> StatusDecision<S> leave() {
        return new StatusDecision<>(Optional.empty(), Optional.empty());
    }

    public static <S> StatusDecision<S> leaveFor(Duration wait) {
        return new StatusDecision<>(Optional.empty(), Optional.of(wait));
    }
}
