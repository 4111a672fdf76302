package dev.hyperterse.operator.metrics;

import dev.hyperterse.telemetry.metrics.Counter;
import dev.hyperterse.telemetry.metrics.Histogram;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import dev.hyperterse.telemetry.metrics.ProcessMetrics;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** All metrics of the operator. Metrics of a leadership are empty while another process leads. */
public final class OperatorMetrics {
    private final MetricRegistry registry = new MetricRegistry();
    private final Counter leaderships = counter("leaderships_total", "Times that this process became the leader.");
    private final Counter conflicts =
            counter("write_conflicts_total", "Catalog writes rejected with a resourceVersion conflict.");
    private final Counter claims = counter("claims_total", "Catalogs taken over from the previous leader.");
    private final Counter foreignEdits =
            counter("foreign_edits_total", "Catalog objects edited or deleted by another writer.");
    private final Counter contested =
            counter("contested_statuses_total", "Statuses that another operator wrote over while this one leads.");
    private final Histogram reconciliations =
            duration("reconcile_duration_seconds", "Time of one reconciliation of one server.");
    private final Histogram publications =
            duration("publication_duration_seconds", "Time from the first write of a catalog to its commit.");
    private volatile Optional<LeadershipFigures> leading = Optional.empty();

    public OperatorMetrics() {
        ProcessMetrics.register(registry);
        gauge("leading", "1 while this process leads.", _ -> 1.0);
        gauge("servers", "Servers that this process reconciles.", LeadershipFigures::servers);
        gauge("replicas_behind", "Running pods that do not serve the newest revision.", LeadershipFigures::behind);
        gauges(
                "definitions",
                "Definitions by evaluation result, once for each server.",
                LeadershipFigures::definitions);
        gauges(
                "queue_depth",
                "Keys that are queued or being processed, or were a moment ago.",
                LeadershipFigures::queues);
        for (var outcome : ReconcileOutcome.values()) {
            reconciled(outcome);
        }
        statusesWritten(true);
        statusesWritten(false);
    }

    /** How a reconciliation of one server ended. */
    public enum ReconcileOutcome {
        /** The committed catalog is the compiled one. */
        Published,
        /** Nothing may be published: its settings do not resolve. */
        Withheld,
        /** Another process leads. */
        NotLeading,
        /** The server was deleted. */
        Gone,
        /** It is tried again. */
        Failed
    }

    public MetricRegistry registry() {
        return registry;
    }

    /** The kinds that the process follows: 1 for one whose watch is open, 0 while it is opened again. */
    public void watches(Supplier<Map<String, Integer>> open) {
        byKind("watches", "Open watches by kind.", open);
    }

    /** 1 for a kind whose CRD is not that of this build. */
    public void outdatedDefinitions(Supplier<Map<String, Integer>> outdated) {
        byKind("crd_outdated", "1 where the installed CRD of a kind is not that of this version.", outdated);
    }

    public void leads(LeadershipFigures figures) {
        leaderships.increment();
        leading = Optional.of(figures);
    }

    public void stoppedLeading() {
        leading = Optional.empty();
    }

    public void reconciled(ReconcileOutcome outcome, long nanos) {
        reconciled(outcome).increment();
        reconciliations.record(nanos);
    }

    public void published(long nanos) {
        publications.record(nanos);
    }

    public void conflicted() {
        conflicts.increment();
    }

    public void claimed() {
        claims.increment();
    }

    public void foreignEdit() {
        foreignEdits.increment();
    }

    public void statusContested() {
        contested.increment();
    }

    public void statusWritten(boolean well) {
        statusesWritten(well).increment();
    }

    private Counter statusesWritten(boolean well) {
        return registry.counter(
                name("status_writes_total"),
                "Status writes by outcome.",
                Labels.of("outcome", well ? "Written" : "Failed"));
    }

    private Counter reconciled(ReconcileOutcome outcome) {
        return registry.counter(
                name("reconciles_total"),
                "Reconciliations of one server by outcome.",
                Labels.of("outcome", outcome.name()));
    }

    private Counter counter(String name, String help) {
        return registry.counter(name(name), help, Labels.NONE);
    }

    private Histogram duration(String name, String help) {
        return registry.histogram(name(name), help, Labels.NONE);
    }

    private void gauge(String name, String help, Function<LeadershipFigures, Double> value) {
        registry.gauge(name(name), help, () -> leading.map(value).orElse(0.0));
    }

    private void gauges(String name, String help, Function<LeadershipFigures, Map<Labels, Double>> values) {
        registry.gauges(name(name), help, () -> leading.map(values).orElse(Map.of()));
    }

    private void byKind(String name, String help, Supplier<Map<String, Integer>> values) {
        registry.gauges(name(name), help, () -> values.get().entrySet().stream()
                .collect(Collectors.toMap(entry -> Labels.of("kind", entry.getKey()), entry -> entry.getValue()
                        .doubleValue())));
    }

    private static String name(String name) {
        return "hyperterse_operator_" + name;
    }
}
