package dev.hyperterse.telemetry.metrics;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * All series of one process. Whoever counts asks for its counter once, at start; asking again for the same name and
 * labels gives the same one.
 */
public final class MetricRegistry {
    private final Map<String, Family> families = new ConcurrentSkipListMap<>();

    public Counter counter(String name, String help, Labels labels) {
        requireTotal(name);
        var family = families.computeIfAbsent(name, absent -> new Family.Counters(help, Family.series()));
        return switch (family) {
            case Family.Counters counters -> counters.series().computeIfAbsent(labels, absent -> new Counter());
            case Family.Histograms _, Family.Gauges _ -> throw taken(name);
        };
    }

    public Histogram histogram(String name, String help, Labels labels) {
        var family = families.computeIfAbsent(name, absent -> new Family.Histograms(help, Family.series()));
        return switch (family) {
            case Family.Histograms histograms -> histograms.series().computeIfAbsent(labels, absent -> new Histogram());
            case Family.Counters _, Family.Gauges _ -> throw taken(name);
        };
    }

    /** A value that somebody else keeps, read when asked for. */
    public void gauge(String name, String help, DoubleSupplier value) {
        gauges(name, help, () -> Map.of(Labels.NONE, value.getAsDouble()));
    }

    /** Values whose labels come and go, such as the adapters of the catalog being served. */
    public void gauges(String name, String help, Supplier<Map<Labels, Double>> values) {
        measured(name, "gauge", help, values);
    }

    /** A count that somebody else keeps, such as the collector's. */
    public void counted(String name, String help, DoubleSupplier value) {
        requireTotal(name);
        measured(name, "counter", help, () -> Map.of(Labels.NONE, value.getAsDouble()));
    }

    private void measured(String name, String type, String help, Supplier<Map<Labels, Double>> values) {
        if (families.putIfAbsent(name, new Family.Gauges(type, help, values)) != null) {
            throw taken(name);
        }
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

    private String exposition(PageFormat format) {
        var text = new Exposition(format);
        families.forEach((name, family) -> family.describe(name, text));
        return text.end();
    }

    /** Shows everything to the reader, in the order of names. */
    public void read(MetricReader reader) {
        families.forEach((name, family) -> family.read(name, reader));
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

    private sealed interface Family {
        void describe(String name, Exposition text);

        void read(String name, MetricReader reader);

        static <T> Map<Labels, T> series() {
            return new ConcurrentSkipListMap<>();
        }

        record Counters(String help, Map<Labels, Counter> series) implements Family {
            @Override
            public void describe(String name, Exposition text) {
                text.family(name, "counter", help);
                series.forEach((labels, counter) -> text.sample(name, labels, counter.value()));
            }

            @Override
            public void read(String name, MetricReader reader) {
                series.forEach((labels, counter) -> reader.counter(name, help, labels, counter.value()));
            }
        }

        record Histograms(String help, Map<Labels, Histogram> series) implements Family {
            @Override
            public void describe(String name, Exposition text) {
                text.family(name, "histogram", help);
                series.forEach((labels, histogram) -> histogram.describe(name, labels, text));
            }

            @Override
            public void read(String name, MetricReader reader) {
                series.forEach((labels, histogram) -> histogram.read(name, help, labels, reader));
            }
        }

        record Gauges(String type, String help, Supplier<Map<Labels, Double>> values) implements Family {
            @Override
            public void describe(String name, Exposition text) {
                text.family(name, type, help);
                new TreeMap<>(values.get()).forEach((labels, value) -> text.sample(name, labels, value.doubleValue()));
            }

            @Override
            public void read(String name, MetricReader reader) {
                values.get().forEach((labels, value) -> {
                    if (type.equals("counter")) {
                        reader.counter(name, help, labels, value);
                    } else {
                        reader.gauge(name, help, labels, value);
                    }
                });
            }
        }
    }
}
