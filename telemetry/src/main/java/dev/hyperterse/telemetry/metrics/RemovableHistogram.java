package dev.hyperterse.telemetry.metrics;

import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.resources.Resource;
import java.util.Map;
import java.util.function.Supplier;

/** A histogram whose series somebody else keeps. */
record RemovableHistogram(String name, String help, Supplier<Map<Labels, Durations>> series) {
    private static final InstrumentationScopeInfo SCOPE = InstrumentationScopeInfo.create("hyperterse");

    MetricData read(Resource resource) {
        var points = series.get().entrySet().stream()
                .map(entry -> entry.getValue().point(entry.getKey()))
                .toList();
        return new Read(resource, name, help, HistogramData.create(AggregationTemporality.CUMULATIVE, points));
    }

    private record Read(Resource resource, String name, String help, HistogramData data) implements MetricData {
        @Override
        public Resource getResource() {
            return resource;
        }

        @Override
        public InstrumentationScopeInfo getInstrumentationScopeInfo() {
            return SCOPE;
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public String getDescription() {
            return help;
        }

        @Override
        public String getUnit() {
            return "";
        }

        @Override
        public MetricDataType getType() {
            return MetricDataType.HISTOGRAM;
        }

        @Override
        public HistogramData getData() {
            return data;
        }
    }
}
