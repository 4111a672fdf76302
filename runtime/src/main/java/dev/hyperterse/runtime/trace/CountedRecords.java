package dev.hyperterse.runtime.trace;

import dev.hyperterse.telemetry.otlp.Outcomes;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;
import java.util.Collection;

/** Counts the records of calls that a collector accepted, and those that it did not. */
record CountedRecords(LogRecordExporter exporter, Outcomes outcomes) implements LogRecordExporter {
    @Override
    public CompletableResultCode export(Collection<LogRecordData> records) {
        return outcomes.count(exporter.export(records), records.size());
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
