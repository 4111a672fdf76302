package dev.hyperterse.telemetry.metrics;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.metrics.data.DoubleExemplarData;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.PointData;
import java.util.Collection;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Writes Prometheus' text format, version 0.0.4, or OpenMetrics 1.0.0: that names counters without their suffix, has
 * exemplars, and says where it ends.
 */
final class Exposition {
    private static final String SUFFIX = "_total";

    private final StringBuilder text = new StringBuilder(8192);
    private final boolean open;
    private final Map<String, DoubleExemplarData> exemplars;

    /** @param exemplars those of the pages before, by the series of their buckets; replaced by those of the points */
    Exposition(PageFormat format, Map<String, DoubleExemplarData> exemplars) {
        this.open = format == PageFormat.OPEN_METRICS;
        this.exemplars = exemplars;
    }

    void family(String name, String type, String help) {
        var family = open && type.equals("counter") ? name.substring(0, name.length() - SUFFIX.length()) : name;
        text.append("# HELP ").append(family).append(' ').append(escaped(help, open));
        text.append("\n# TYPE ").append(family).append(' ').append(type).append('\n');
    }

    /** In the order of labels, so that two pages of the same series look the same. */
    void series(String name, Collection<PointData> points) {
        var ordered = new TreeMap<String, PointData>();
        points.forEach(point -> ordered.put(labels(point.getAttributes()), point));
        ordered.forEach((labels, point) -> {
            switch (point) {
                case LongPointData count -> sample(name, labels, Long.toString(count.getValue()));
                case DoublePointData value -> sample(name, labels, number(value.getValue()));
                case HistogramPointData durations -> histogram(name, labels, durations);
                default -> throw new IllegalArgumentException("no samples for " + point);
            }
        });
    }

    private void histogram(String name, String labels, HistogramPointData point) {
        var bounds = point.getBoundaries();
        var count = 0L;
        var lower = Double.NEGATIVE_INFINITY;
        for (var bucket = 0; bucket <= bounds.size(); bucket++) {
            count += point.getCounts().get(bucket);
            var upper = bucket < bounds.size() ? bounds.get(bucket) : Double.POSITIVE_INFINITY;
            var bound = "le=\"" + number(upper) + '"';
            var series = series(name + "_bucket", labels.isEmpty() ? bound : labels + ',' + bound);
            for (var exemplar : point.getExemplars()) {
                if (lower < exemplar.getValue() && exemplar.getValue() <= upper) {
                    exemplars.put(series, exemplar);
                }
            }
            text.append(series).append(' ').append(count);
            if (open && exemplars.containsKey(series)) {
                exemplar(exemplars.get(series));
            }
            text.append('\n');
            lower = upper;
        }
        sample(name + "_sum", labels, number(point.getSum()));
        sample(name + "_count", labels, Long.toString(count));
    }

    private void exemplar(DoubleExemplarData exemplar) {
        var span = exemplar.getSpanContext();
        text.append(" # {trace_id=\"").append(span.getTraceId());
        text.append("\",span_id=\"").append(span.getSpanId()).append("\"} ");
        text.append(number(exemplar.getValue())).append(' ');
        var millis = TimeUnit.NANOSECONDS.toMillis(exemplar.getEpochNanos());
        text.append("%d.%03d".formatted(millis / 1_000, millis % 1_000));
    }

    private void sample(String name, String labels, String value) {
        text.append(series(name, labels)).append(' ').append(value).append('\n');
    }

    private static String series(String name, String labels) {
        return labels.isEmpty() ? name : name + '{' + labels + '}';
    }

    private static String labels(Attributes attributes) {
        var labels = new StringJoiner(",");
        attributes.forEach((key, value) -> labels.add(key.getKey() + "=\"" + escaped(value.toString(), true) + '"'));
        return labels.toString();
    }

    private static String number(double value) {
        return Double.isInfinite(value) ? (value > 0 ? "+Inf" : "-Inf") : Double.toString(value);
    }

    private static String escaped(String value, boolean quotes) {
        var escaped = value.replace("\\", "\\\\").replace("\n", "\\n");
        return quotes ? escaped.replace("\"", "\\\"") : escaped;
    }

    /** Nothing comes after it. */
    String end() {
        return open ? text.append("# EOF\n").toString() : text.toString();
    }
}
