package dev.hyperterse.telemetry.otlp;

import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.resources.Resource;

/** One metric of the registry as exporters take it. */
record SentMetric(Resource resource, String name, String description, MetricDataType type, Data<?> data)
        implements MetricData {
    private static final InstrumentationScopeInfo SCOPE = InstrumentationScopeInfo.create("hyperterse");

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
        return description;
    }

    /** In the names, as Prometheus has it. */
    @Override
    public String getUnit() {
        return "";
    }

    @Override
    public MetricDataType getType() {
        return type;
    }

    @Override
    public Data<?> getData() {
        return data;
    }
}
