package dev.hyperterse.runtime.trace;

import dev.hyperterse.catalog.server.TraceExport;
import io.opentelemetry.exporter.otlp.http.logs.OtlpHttpLogRecordExporter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.logs.OtlpGrpcLogRecordExporter;
import io.opentelemetry.exporter.otlp.metrics.OtlpGrpcMetricExporter;
import io.opentelemetry.exporter.otlp.trace.OtlpGrpcSpanExporter;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;

/**
 * What sends to a collector. None tries again: whether and when that ends would be known late, or not before a queue is full.
 */
record Exporters(TraceExport export) {
    static final Duration LIMIT = Duration.ofSeconds(5);
    private static final String TRACES = "/v1/traces";

    SpanExporter spans() {
        return switch (export.protocol()) {
            case Grpc ->
                OtlpGrpcSpanExporter.builder()
                        .setEndpoint(export.endpoint())
                        .setTimeout(LIMIT)
                        .setRetryPolicy(null)
                        .build();
            case HttpProtobuf ->
                OtlpHttpSpanExporter.builder()
                        .setEndpoint(path(TRACES))
                        .setTimeout(LIMIT)
                        .setRetryPolicy(null)
                        .build();
        };
    }

    MetricExporter metrics() {
        return switch (export.protocol()) {
            case Grpc ->
                OtlpGrpcMetricExporter.builder()
                        .setEndpoint(export.endpoint())
                        .setTimeout(LIMIT)
                        .setRetryPolicy(null)
                        .build();
            case HttpProtobuf ->
                OtlpHttpMetricExporter.builder()
                        .setEndpoint(path("/v1/metrics"))
                        .setTimeout(LIMIT)
                        .setRetryPolicy(null)
                        .build();
        };
    }

    LogRecordExporter records() {
        return switch (export.protocol()) {
            case Grpc ->
                OtlpGrpcLogRecordExporter.builder()
                        .setEndpoint(export.endpoint())
                        .setTimeout(LIMIT)
                        .setRetryPolicy(null)
                        .build();
            case HttpProtobuf ->
                OtlpHttpLogRecordExporter.builder()
                        .setEndpoint(path("/v1/logs"))
                        .setTimeout(LIMIT)
                        .setRetryPolicy(null)
                        .build();
        };
    }

    /** Below the endpoint, which may be given with the path of traces. */
    private String path(String signal) {
        var endpoint = export.endpoint();
        var base = endpoint.endsWith(TRACES) ? endpoint.substring(0, endpoint.length() - TRACES.length()) : endpoint;
        return base.replaceAll("/+$", "") + signal;
    }
}
