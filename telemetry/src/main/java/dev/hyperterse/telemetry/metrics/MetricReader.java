package dev.hyperterse.telemetry.metrics;

import java.util.List;

/** Is given all series of a registry, in the order of their names; what else than the page of Prometheus is made of them. */
public interface MetricReader {
    void counter(String name, String help, Labels labels, double value);

    void gauge(String name, String help, Labels labels, double value);

    /**
     * @param bounds in seconds, ascending
     * @param counts of each bucket alone; one more than bounds
     * @param exemplars at most one of each bucket
     */
    void histogram(
            String name,
            String help,
            Labels labels,
            List<Double> bounds,
            List<Long> counts,
            double sum,
            List<Exemplar> exemplars);
}
