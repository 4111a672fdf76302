package dev.hyperterse.runtime.trace;

import dev.hyperterse.catalog.server.TraceExport;
import dev.hyperterse.telemetry.otlp.Endpoint;
import io.opentelemetry.exporter.otlp.http.logs.OtlpHttpLogRecordExporter;
import io.opentelemetry.exporter.otlp.logs.OtlpGrpcLogRecordExporter;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;

/**
 * The exporters to a collector. They do not retry, because the outcome would be known late, or only when a queue is
 * full.
 */
record Exporters(TraceExport export) {
    Endpoint endpoint() {
        return new Endpoint(export.endpoint(), export.protocol());
    }

    LogRecordExporter records() {
        return switch (export.protocol()) {
            case Grpc ->
                OtlpGrpcLogRecordExporter.builder()
                        .setEndpoint(export.endpoint())
                        .setTimeout(Endpoint.LIMIT)
                        .setRetryPolicy(null)
                        .build();
            case HttpProtobuf ->
                OtlpHttpLogRecordExporter.builder()
                        .setEndpoint(endpoint().path("logs"))
                        .setTimeout(Endpoint.LIMIT)
                        .setRetryPolicy(null)
                        .build();
        };
    }
}
