package dev.hyperterse.runtime.decision;

import dev.hyperterse.telemetry.metrics.Counter;
import dev.hyperterse.telemetry.metrics.Histogram;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;

/**
 * The metrics of a decision point: its own words, whatever becomes of a call that it says nothing about.
 *
 * @param undecided no answer that counts, also where such calls go on
 * @param refused the call is refused for its question, or its caller's number of them
 * @param abandoned the call ended before the answer
 * @param duration of all but the abandoned
 */
record DecisionMetrics(
        Counter allowed, Counter denied, Counter undecided, Counter refused, Counter abandoned, Histogram duration) {
    static DecisionMetrics of(MetricRegistry metrics) {
        return new DecisionMetrics(
                questions(metrics, "allowed"),
                questions(metrics, "denied"),
                questions(metrics, "undecided"),
                questions(metrics, "refused"),
                questions(metrics, "abandoned"),
                metrics.histogram(
                        "hyperterse_decision_duration_seconds",
                        "Time from a question to the decision point to its decision, or until it was given up.",
                        Labels.NONE));
    }

    private static Counter questions(MetricRegistry metrics, String outcome) {
        return metrics.counter(
                "hyperterse_decisions_total",
                "Questions to the decision point, by outcome.",
                Labels.of("outcome", outcome));
    }
}
