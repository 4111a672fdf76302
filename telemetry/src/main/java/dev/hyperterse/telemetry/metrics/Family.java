package dev.hyperterse.telemetry.metrics;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.PointData;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the page says of a metric before its first value, when the SDK says nothing of it.
 *
 * @param histograms those of the family, at zero
 */
record Family(String type, String help, Map<Attributes, PointData> histograms) {
    Family(String type, String help) {
        this(type, help, new ConcurrentHashMap<>());
    }

    void histogram(Attributes labels) {
        var bounds = Histogram.BOUNDS;
        var counts = Collections.nCopies(bounds.size() + 1, 0L);
        histograms.put(labels, HistogramPointData.create(0, 0, labels, 0, false, 0, false, 0, bounds, counts));
    }

    /** These points, and histograms that have none. */
    Collection<PointData> all(Collection<? extends PointData> points) {
        var all = new HashMap<>(histograms);
        points.forEach(point -> all.put(point.getAttributes(), point));
        return all.values();
    }
}
