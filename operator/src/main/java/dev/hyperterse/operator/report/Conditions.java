package dev.hyperterse.operator.report;

import dev.hyperterse.crds.v1alpha1.Condition;
import dev.hyperterse.crds.v1alpha1.Condition.Status;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Conditions in the making: each keeps the time of its last change while its status stays. */
final class Conditions {
    private static final int LONGEST_MESSAGE = 4_096;

    private final List<Condition> before;
    private final long generation;
    private final Instant now;
    private final List<Condition> made = new ArrayList<>();

    Conditions(List<Condition> before, long generation, Instant now) {
        this.before = before;
        this.generation = generation;
        this.now = now;
    }

    Conditions add(String type, Status status, Enum<?> reason, String message) {
        var transition = find(before, type)
                .filter(it -> it.status() == status)
                .map(Condition::lastTransitionTime)
                .orElseGet(() -> now.truncatedTo(ChronoUnit.SECONDS).toString());
        made.add(new Condition(type, status, Optional.of(generation), transition, reason.name(), capped(message)));
        return this;
    }

    Conditions add(String type, Status status, Progress reason) {
        return add(type, status, reason, reason.message());
    }

    List<Condition> list() {
        return List.copyOf(made);
    }

    static Optional<Condition> find(List<Condition> conditions, String type) {
        return conditions.stream().filter(it -> it.type().equals(type)).findFirst();
    }

    /** Whether the condition is True for that generation. */
    static boolean holds(List<Condition> conditions, String type, long generation) {
        return find(conditions, type)
                .filter(it -> it.status() == Status.True)
                .flatMap(Condition::observedGeneration)
                .filter(it -> it == generation)
                .isPresent();
    }

    private static String capped(String message) {
        return message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE - 1) + "…";
    }
}
