package dev.hyperterse.runtime.trace;

import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.SpanIdentity;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.TraceExport;
import dev.hyperterse.runtime.audit.RecordExport;
import dev.hyperterse.runtime.mcp.call.CallTraces;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Exports the telemetry of calls to the collector that the live catalog configures. */
public final class Tracing implements CallTraces, RecordExport, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Tracing.class);

    /** How long former collectors stay open; calls that run longer after a swap lose their root span. */
    private static final Duration LONGEST_CALLS = Duration.ofSeconds(5);

    private final MetricRegistry metrics;
    private final Duration limit;
    /** The collectors of former catalogs, until the calls that ran during the swap are recorded. */
    private final Set<Collector> leaving = ConcurrentHashMap.newKeySet();

    private volatile Optional<Collector> collector = Optional.empty();

    /** @param limit how long a collector may take to answer */
    public Tracing(MetricRegistry metrics, Duration limit) {
        this.metrics = metrics;
        this.limit = limit;
    }

    /**
     * Applies the settings of a server. Called by one thread at a time; data of the former collector is still sent to
     * it.
     */
    public void follow(ServerSettings server) {
        var before = collector;
        if (server.traces().equals(before.map(Collector::settings))) {
            return;
        }
        collector = server.traces().flatMap(wanted -> open(wanted, server));
        before.ifPresent(this::leave);
    }

    /** Closes a former collector later, so that running calls end in the trace and the export that they began with. */
    private void leave(Collector former) {
        leaving.add(former);
        Thread.ofVirtual().name("leave collector").start(() -> {
            try {
                Thread.sleep(LONGEST_CALLS);
            } catch (InterruptedException now) {
                Thread.currentThread().interrupt();
            }
            if (leaving.remove(former)) {
                former.close();
            }
        });
    }

    private Optional<Collector> open(TraceExport wanted, ServerSettings server) {
        try {
            return Optional.of(Collector.open(wanted, server, limit, metrics));
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
    public CallTrace begin(Optional<String> parent, Supplier<Started> call) {
        var current = collector;
        return current.isPresent() ? current.get().calls().begin(parent, call) : CallTrace.NONE;
    }

    @Override
    public void send(Instant time, String outcome, Optional<SpanIdentity> span, String record) {
        collector.flatMap(Collector::records).ifPresent(it -> it.send(time, outcome, span, record));
    }

    /** Blocks for a moment until pending data is sent. */
    @Override
    public void close() {
        collector.ifPresent(Collector::close);
        for (var former : leaving) {
            if (leaving.remove(former)) {
                former.close();
            }
        }
    }
}
