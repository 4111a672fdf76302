package dev.hyperterse.operator.report.condition;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.crds.v1alpha1.shared.Condition.Status;
import dev.hyperterse.crds.v1alpha1.shared.ConditionTypes;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Conditions in the making: each keeps the time of its last change while its status stays. */
public final class Conditions {
    /** How long a transient failure is Reconciling before it is Stalled. */
    public static final Duration TRANSIENT_LIMIT = Duration.ofMinutes(5);

    /** The API takes no more. */
    private static final int MOST = 16;

    private final List<Condition> before;
    private final long generation;
    private final Instant now;
    private final List<Condition> made = new ArrayList<>();

    public Conditions(List<Condition> before, long generation, Instant now) {
        this.before = before;
        this.generation = generation;
        this.now = now;
    }

    public Conditions add(String type, Status status, Enum<?> reason, String message) {
        var transition = find(before, type)
                .filter(it -> it.status() == status && isRollingOut(it.reason()) == isRollingOut(reason.name()))
                .map(Condition::lastTransitionTime)
                .orElseGet(() -> now.truncatedTo(ChronoUnit.SECONDS).toString());
        made.add(new Condition(
                type,
                status,
                Optional.of(generation),
                transition,
                reason.name(),
                Messages.line(message, reason.name())));
        return this;
    }

    public Conditions add(String type, Status status, ProgressReason reason) {
        return add(type, status, reason, reason.message());
    }

    /** True where there are none. */
    public Conditions add(String type, List<Problem> problems) {
        return problems.isEmpty()
                ? add(type, Status.True, ProgressReason.Sound)
                : add(type, Status.False, problems.getFirst().reason(), Messages.of(problems));
    }

    /** Keeps the stored condition of that type, whatever its generation. */
    public Conditions keep(String type) {
        find(before, type).ifPresent(made::add);
        return this;
    }

    /**
     * Adds that it is not as it should be: {@code Reconciling} while that may pass by itself, else {@code Stalled}.
     *
     * @return when time alone makes the one the other
     */
    public Optional<Duration> unhealthy(boolean isTransient, Enum<?> reason, String message) {
        var left = isTransient ? transientTimeLeft(reason) : Duration.ZERO;
        if (!left.isPositive()) {
            add(ConditionTypes.STALLED, Status.True, reason, message);
            return Optional.empty();
        }
        add(ConditionTypes.RECONCILING, Status.True, reason, message);
        return Optional.of(left);
    }

    /** The rest of the time in which it may resolve, counted from the first report of it. */
    private Duration transientTimeLeft(Enum<?> reason) {
        var stalled =
                find(before, ConditionTypes.STALLED).filter(it -> it.reason().equals(reason.name()));
        if (stalled.isPresent() && holds(before, ConditionTypes.STALLED, generation)) {
            return Duration.ZERO;
        }
        return find(before, ConditionTypes.RECONCILING)
                .filter(it -> it.status() == Status.True && !isRollingOut(it.reason()))
                .flatMap(it -> instant(it.lastTransitionTime()))
                .map(since -> Duration.between(now, since.plus(TRANSIENT_LIMIT)))
                .orElse(TRANSIENT_LIMIT);
    }

    /** A rollout that gets on may take long; a failure after an hour has its whole time to pass. */
    private static boolean isRollingOut(String reason) {
        return reason.equals(Reason.RollingOut.name());
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException editedByHand) {
            return Optional.empty();
        }
    }

    /** Those of other writers come last, as many as there is room for. */
    public List<Condition> list() {
        var others = before.stream()
                .filter(it -> !ConditionTypes.ofTheOperator(it.type()) && it.status() != Status.Unrecognized);
        return Stream.concat(made.stream(), others).limit(MOST).toList();
    }

    public static Optional<Condition> find(List<Condition> conditions, String type) {
        return conditions.stream().filter(it -> it.type().equals(type)).findFirst();
    }

    /** Whether the condition is True for that generation. */
    public static boolean holds(List<Condition> conditions, String type, long generation) {
        return find(conditions, type)
                .filter(it -> it.status() == Status.True)
                .flatMap(Condition::observedGeneration)
                .filter(it -> it == generation)
                .isPresent();
    }
}
