package dev.hyperterse.telemetry.otlp;

import dev.hyperterse.telemetry.metrics.Exemplar;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.metrics.data.DoubleExemplarData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A histogram with exemplars, which the point that the SDK makes for others cannot have. */
record SentHistogram(HistogramPointData point, List<DoubleExemplarData> exemplars) implements HistogramPointData {
    static DoubleExemplarData exemplar(Exemplar exemplar) {
        var time = exemplar.time();
        return DoubleExemplarData.create(
                Attributes.empty(),
                TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano(),
                SpanContext.create(
                        exemplar.traceId(), exemplar.spanId(), TraceFlags.getSampled(), TraceState.getDefault()),
                exemplar.value());
    }

    @Override
    public List<DoubleExemplarData> getExemplars() {
        return exemplars;
    }

    @Override
    public double getSum() {
        return point.getSum();
    }

    @Override
    public long getCount() {
        return point.getCount();
    }

    @Override
    public boolean hasMin() {
        return point.hasMin();
    }

    @Override
    public double getMin() {
        return point.getMin();
    }

    @Override
    public boolean hasMax() {
        return point.hasMax();
    }

    @Override
    public double getMax() {
        return point.getMax();
    }

    @Override
    public List<Double> getBoundaries() {
        return point.getBoundaries();
    }

    @Override
    public List<Long> getCounts() {
        return point.getCounts();
    }

    @Override
    public long getStartEpochNanos() {
        return point.getStartEpochNanos();
    }

    @Override
    public long getEpochNanos() {
        return point.getEpochNanos();
    }

    @Override
    public Attributes getAttributes() {
        return point.getAttributes();
    }
}
