package dev.hyperterse.runtime.trace;

import dev.hyperterse.calls.SpanIdentity;
import dev.hyperterse.telemetry.metrics.Counter;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import dev.hyperterse.telemetry.otlp.Outcomes;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.logs.Logger;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.logs.SdkLoggerProvider;
import io.opentelemetry.sdk.logs.export.BatchLogRecordProcessor;
import io.opentelemetry.sdk.resources.Resource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Exports records of calls to one collector. The queue holds 2,048 records; further records are dropped from the
 * export, but still written to standard output.
 */
final class SentRecords implements AutoCloseable {
    private static final String RECORDS = "hyperterse_audit_records_total";
    private static final String HELP = "Records of calls: made for the collector, taken by it, or not taken.";
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("hyperterse.outcome");

    private final SdkLoggerProvider provider;
    private final Logger logger;
    private final Counter made;
    private final Duration limit;

    private SentRecords(SdkLoggerProvider provider, Counter made, Duration limit) {
        this.provider = provider;
        this.logger = provider.get("hyperterse");
        this.made = made;
        this.limit = limit;
    }

    static SentRecords open(Exporters exporters, Resource resource, MetricRegistry metrics) {
        var records = BatchLogRecordProcessor.builder(
                        new CountedRecords(exporters.records(), Outcomes.of(metrics, RECORDS, HELP)))
                .setScheduleDelay(PAUSE)
                .setExporterTimeout(exporters.limit())
                .build();
        return new SentRecords(
                SdkLoggerProvider.builder()
                        .setResource(resource)
                        .addLogRecordProcessor(records)
                        .build(),
                metrics.counter(RECORDS, HELP, Labels.of("outcome", "made")),
                exporters.limit());
    }

    /** Never blocks on the collector. */
    void send(Instant time, String outcome, Optional<SpanIdentity> span, String record) {
        made.increment();
        logger.logRecordBuilder()
                // Not the context of the thread, which does not belong to the call.
                .setContext(span.map(SentRecords::within).orElseGet(Context::root))
                .setTimestamp(time)
                .setSeverity(Severity.INFO)
                .setEventName("hyperterse.call")
                .setAttribute(OUTCOME, outcome)
                .setBody(record)
                .emit();
    }

    private static Context within(SpanIdentity span) {
        var flags = span.sampled() ? TraceFlags.getSampled() : TraceFlags.getDefault();
        return Context.root()
                .with(Span.wrap(SpanContext.create(span.traceId(), span.spanId(), flags, TraceState.getDefault())));
    }

    @Override
    public void close() {
        provider.shutdown().join(limit.toMillis(), TimeUnit.MILLISECONDS);
    }
}
