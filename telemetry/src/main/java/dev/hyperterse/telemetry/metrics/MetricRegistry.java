package dev.hyperterse.telemetry.metrics;

import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.DoubleExemplarData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.PointData;
import io.opentelemetry.sdk.resources.Resource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * All series of one process, kept by the SDK of OpenTelemetry. Whoever counts asks for its counter once, at start; asking
 * again for the same name and labels gives the same series.
 */
public final class MetricRegistry {
    /** The SDK would fold the series beyond its limit into one. No label has what a caller chooses, and the names of tools are limited, so their number is known. */
    private static final int MOST_SERIES = Integer.MAX_VALUE;

    private final OnDemandReader scraped = new OnDemandReader();
    /** Of its own: reading takes the exemplars, and a scrape must not take those of a collector. */
    private final OnDemandReader sent = new OnDemandReader();

    /** Metrics whose series can end, as those of no instrument of the SDK can. It takes them when it is read. */
    private final List<RemovableHistogram> removable = new CopyOnWriteArrayList<>();

    private final Meter meter = SdkMeterProvider.builder()
            .setResource(Resource.empty())
            .registerMetricReader(scraped, _ -> MOST_SERIES)
            .registerMetricReader(sent, _ -> MOST_SERIES)
            .registerMetricProducer(resource -> removable.stream()
                    .map(histogram -> histogram.read(resource))
                    .filter(read -> !read.isEmpty())
                    .toList())
            .build()
            .get("hyperterse");
    private final Map<String, Family> families = new ConcurrentSkipListMap<>();
    /** The last of each bucket, by its series. */
    private final Map<String, DoubleExemplarData> exemplars = new HashMap<>();

    /** Begins at zero. */
    public Counter counter(String name, String help, Labels labels) {
        requireTotal(name);
        var family = family(name, "counter", help);
        var counter = new Counter(
                meter.counterBuilder(name).setDescription(family.help()).build(), labels);
        counter.add(0);
        return counter;
    }

    public Histogram histogram(String name, String help, Labels labels) {
        var family = family(name, "histogram", help);
        family.histogram(labels.attributes());
        return new Histogram(
                meter.histogramBuilder(name)
                        .setDescription(family.help())
                        .setExplicitBucketBoundariesAdvice(Histogram.BOUNDS)
                        .build(),
                labels);
    }

    /** A value that somebody else keeps, read when asked for. Not shown while it is not a number. */
    public void gauge(String name, String help, DoubleSupplier value) {
        gauges(name, help, () -> Map.of(Labels.NONE, value.getAsDouble()));
    }

    /** Values whose labels come and go, such as the adapters of the catalog being served. */
    public void gauges(String name, String help, Supplier<Map<Labels, Double>> values) {
        newFamily(name, "gauge", help);
        meter.gaugeBuilder(name).setDescription(help).buildWithCallback(gauge -> values.get()
                .forEach((labels, value) -> gauge.record(value, labels.attributes())));
    }

    /** A count that somebody else keeps, such as the collector's. */
    public void counted(String name, String help, DoubleSupplier value) {
        requireTotal(name);
        newFamily(name, "counter", help);
        meter.counterBuilder(name)
                .setDescription(help)
                .ofDoubles()
                .buildWithCallback(counter -> counter.record(value.getAsDouble()));
    }

    /** Counts whose labels come and go, such as those of tools. */
    public void counts(String name, String help, Supplier<Map<Labels, Long>> values) {
        requireTotal(name);
        newFamily(name, "counter", help);
        meter.counterBuilder(name).setDescription(help).buildWithCallback(counter -> values.get()
                .forEach((labels, value) -> counter.record(value, labels.attributes())));
    }

    /** Durations whose labels come and go. */
    public void durations(String name, String help, Supplier<Map<Labels, Durations>> values) {
        newFamily(name, "histogram", help);
        removable.add(new RemovableHistogram(name, help, values));
    }

    private Family family(String name, String type, String help) {
        var family = families.computeIfAbsent(name, _ -> new Family(type, help));
        if (!family.type().equals(type)) {
            throw taken(name);
        }
        return family;
    }

    private void newFamily(String name, String type, String help) {
        if (families.putIfAbsent(name, new Family(type, help)) != null) {
            throw taken(name);
        }
    }

    /** OpenMetrics has no counter of another name. */
    private static void requireTotal(String counter) {
        if (!counter.endsWith("_total")) {
            throw new IllegalArgumentException("the name of counter " + counter + " does not end with _total");
        }
    }

    private static IllegalStateException taken(String name) {
        return new IllegalStateException("metric " + name + " exists as another type");
    }

    /** Everything, in the order of names, as text of Prometheus. */
    public String exposition() {
        return exposition(PageFormat.TEXT);
    }

    /**
     * The same for a scrape: as OpenMetrics where that is asked for.
     *
     * @param accept the header of that name; empty where there is none
     */
    public MetricPage page(String accept) {
        var format = PageFormat.accepted(accept);
        return new MetricPage(format.contentType(), exposition(format));
    }

    private synchronized String exposition(PageFormat format) {
        var points = new HashMap<String, Collection<? extends PointData>>();
        scraped.read()
                .forEach(metric -> points.put(metric.getName(), metric.getData().getPoints()));
        var text = new Exposition(format, exemplars);
        families.forEach((name, family) -> {
            text.family(name, family.type(), family.help());
            text.series(name, family.all(points.getOrDefault(name, List.of())));
        });
        return text.end();
    }

    /** Everything that has a value, for a collector: each exemplar once. */
    public Collection<MetricData> collect() {
        return sent.read();
    }
}
