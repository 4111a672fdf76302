package dev.hyperterse.runtime.trace;

import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.TraceExport;
import dev.hyperterse.runtime.call.CallTrace;
import dev.hyperterse.runtime.mcp.CallTraces;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether and where the calls of a replica are traced: as its catalog says, from the swap on that says it. */
public final class Tracing implements CallTraces, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Tracing.class);

    private final MetricRegistry metrics;
    private volatile Optional<Collector> collector = Optional.empty();

    public Tracing(MetricRegistry metrics) {
        this.metrics = metrics;
    }

    /** An export under way, and the settings it was begun with. */
    private record Collector(TraceExport settings, RecordedCalls calls) {}

    /** Called by one thread at a time; what was recorded for another collector is sent there still. */
    public void follow(ServerSettings server) {
        var before = collector;
        if (server.traces().equals(before.map(Collector::settings))) {
            return;
        }
        collector = server.traces().flatMap(wanted -> open(wanted, server));
        before.ifPresent(it -> it.calls().end());
    }

    private Optional<Collector> open(TraceExport wanted, ServerSettings server) {
        try {
            return Optional.of(new Collector(wanted, RecordedCalls.open(wanted, server, metrics)));
        } catch (IllegalArgumentException unusable) {
            LOG.atError()
                    .addKeyValue("event", "traces_not_sent")
                    .addKeyValue("endpoint", wanted.endpoint())
                    .setCause(unusable)
                    .log("spec.telemetry.otlp cannot be used; calls are served without traces");
            return Optional.empty();
        }
    }

    @Override
    public boolean areRecorded() {
        return collector.isPresent();
    }

    @Override
    public CallTrace begin(Started call) {
        return collector.map(it -> it.calls().begin(call)).orElse(CallTrace.NONE);
    }

    /** Waits a moment for what is not sent yet. */
    @Override
    public void close() {
        collector.ifPresent(it -> it.calls().close());
    }
}
