package dev.hyperterse.runtime.decision;

import dev.hyperterse.telemetry.metrics.Counter;
import dev.hyperterse.telemetry.metrics.Histogram;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;

/**
 * The metrics of a decision point.
 *
 * @param undecided there was no valid decision, even if the call continues
 * @param refused the call is refused because of its request, or the number of its caller's requests
 * @param abandoned the call ended before the response
 * @param duration of all requests except abandoned ones
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
