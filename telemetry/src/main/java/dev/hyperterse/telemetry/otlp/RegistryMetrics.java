package dev.hyperterse.telemetry.otlp;

import dev.hyperterse.telemetry.metrics.Exemplar;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricReader;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.metrics.export.MetricProducer;
import io.opentelemetry.sdk.resources.Resource;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The series of the registry as OpenTelemetry has them, with the names and labels that Prometheus reads. */
final class RegistryMetrics implements MetricProducer {
    private final MetricRegistry registry;
    private final InstantSource clock;
    private final long since;
    /** What the reading before had: an exemplar stays until its bucket has another, and is sent once. */
    private Set<Exemplar> sent = Set.of();

    /** @param since when counting began, in nanoseconds of the epoch */
    RegistryMetrics(MetricRegistry registry, InstantSource clock, long since) {
        this.registry = registry;
        this.clock = clock;
        this.since = since;
    }

    private static long nanos(InstantSource clock) {
        var now = clock.instant();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    @Override
    public synchronized Collection<MetricData> produce(Resource resource) {
        var reading = new Reading(nanos(clock));
        registry.read(reading);
        sent = reading.seen();
        return reading.metrics(resource);
    }

    /** One look at all series. */
    private final class Reading implements MetricReader {
        private final long now;
        private final Set<Exemplar> seen = new HashSet<>();
        private final Map<String, Points> families = new LinkedHashMap<>();

        Reading(long now) {
            this.now = now;
        }

        private sealed interface Points {
            record Counted(String help, List<DoublePointData> list) implements Points {}

            record Measured(String help, List<DoublePointData> list) implements Points {}

            record Spread(String help, List<HistogramPointData> list) implements Points {}
        }

        @Override
        public void counter(String name, String help, Labels labels, double value) {
            if (families.computeIfAbsent(name, _ -> new Points.Counted(help, new ArrayList<>()))
                    instanceof Points.Counted(var _, var list)) {
                list.add(point(labels, value));
            }
        }

        @Override
        public void gauge(String name, String help, Labels labels, double value) {
            if (families.computeIfAbsent(name, _ -> new Points.Measured(help, new ArrayList<>()))
                    instanceof Points.Measured(var _, var list)) {
                list.add(point(labels, value));
            }
        }

        @Override
        public void histogram(
                String name,
                String help,
                Labels labels,
                List<Double> bounds,
                List<Long> counts,
                double sum,
                List<Exemplar> exemplars) {
            if (families.computeIfAbsent(name, _ -> new Points.Spread(help, new ArrayList<>()))
                    instanceof Points.Spread(var _, var list)) {
                list.add(new SentHistogram(
                        HistogramPointData.create(
                                since, now, attributes(labels), sum, false, 0, false, 0, bounds, counts),
                        exemplars.stream()
                                .filter(this::isNew)
                                .map(SentHistogram::exemplar)
                                .toList()));
            }
        }

        private boolean isNew(Exemplar exemplar) {
            seen.add(exemplar);
            return !sent.contains(exemplar);
        }

        Set<Exemplar> seen() {
            return seen;
        }

        private DoublePointData point(Labels labels, double value) {
            return DoublePointData.create(since, now, attributes(labels), value, List.of());
        }

        private static Attributes attributes(Labels labels) {
            var attributes = Attributes.builder();
            labels.list().forEach(label -> attributes.put(label.name(), label.value()));
            return attributes.build();
        }

        Collection<MetricData> metrics(Resource resource) {
            List<MetricData> metrics = new ArrayList<>();
            families.forEach((name, points) -> metrics.add(metric(resource, name, points)));
            return metrics;
        }

        private static MetricData metric(Resource resource, String name, Points points) {
            return switch (points) {
                case Points.Counted(var help, var list) ->
                    new SentMetric(
                            resource,
                            name,
                            help,
                            MetricDataType.DOUBLE_SUM,
                            SumData.createDoubleSumData(true, AggregationTemporality.CUMULATIVE, list));
                case Points.Measured(var help, var list) ->
                    new SentMetric(
                            resource, name, help, MetricDataType.DOUBLE_GAUGE, GaugeData.createDoubleGaugeData(list));
                case Points.Spread(var help, var list) ->
                    new SentMetric(
                            resource,
                            name,
                            help,
                            MetricDataType.HISTOGRAM,
                            HistogramData.create(AggregationTemporality.CUMULATIVE, list));
            };
        }
    }
}
