package dev.hyperterse.telemetry.metrics;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.CollectionRegistration;
import io.opentelemetry.sdk.metrics.export.MetricReader;
import java.util.Collection;

/** Reads what the SDK keeps, whenever it is asked to. */
final class OnDemandReader implements MetricReader {
    private volatile CollectionRegistration series = CollectionRegistration.noop();

    /** All series that have a value, since they were made; each exemplar once. */
    Collection<MetricData> read() {
        return series.collectAllMetrics();
    }

    @Override
    public void register(CollectionRegistration registration) {
        this.series = registration;
    }

    @Override
    public AggregationTemporality getAggregationTemporality(InstrumentType type) {
        return AggregationTemporality.CUMULATIVE;
    }

    @Override
    public CompletableResultCode forceFlush() {
        return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
        return CompletableResultCode.ofSuccess();
    }
}
