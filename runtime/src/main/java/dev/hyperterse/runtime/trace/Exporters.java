package dev.hyperterse.runtime.trace;

import dev.hyperterse.catalog.server.TraceExport;
import dev.hyperterse.telemetry.otlp.Endpoint;
import io.opentelemetry.exporter.otlp.http.logs.OtlpHttpLogRecordExporter;
import io.opentelemetry.exporter.otlp.logs.OtlpGrpcLogRecordExporter;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;
import java.time.Duration;

/**
 * The exporters to a collector. They do not retry, because the outcome would be known late, or only when a queue is
 * full.
 *
 * @param limit how long the collector may take to answer
 */
record Exporters(TraceExport export, Duration limit) {
    Endpoint endpoint() {
        return new Endpoint(export.endpoint(), export.protocol(), limit);
    }

    LogRecordExporter records() {
        return switch (export.protocol()) {
            case Grpc ->
                OtlpGrpcLogRecordExporter.builder()
                        .setEndpoint(export.endpoint())
                        .setTimeout(limit)
                        .setRetryPolicy(null)
                        .build();
            case HttpProtobuf ->
                OtlpHttpLogRecordExporter.builder()
                        .setEndpoint(endpoint().path("logs"))
                        .setTimeout(limit)
                        .setRetryPolicy(null)
                        .build();
        };
    }
}
