package dev.hyperterse.catalog.server;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The export of traces, and of other signals.
 *
 * @param endpoint of a collector of OpenTelemetry
 * @param samplingRatio share of the calls that are traced, from 0 to 1, of those whose client has not decided it
 * @param signals that are sent beside traces
 * @param statements whether comments in the statements of calls that are traced name the trace
 */
public record TraceExport(
        String endpoint, Protocol protocol, double samplingRatio, Set<Signal> signals, boolean statements) {
    public TraceExport {
        signals = signals == null ? Set.of() : ordered(signals);
    }

    /** Of traces alone. */
    public TraceExport(String endpoint, Protocol protocol, double samplingRatio) {
        this(endpoint, protocol, samplingRatio, Set.of());
    }

    /** Of which statements say nothing. */
    public TraceExport(String endpoint, Protocol protocol, double samplingRatio, Set<Signal> signals) {
        this(endpoint, protocol, samplingRatio, signals, false);
    }

    /** The same catalog is the same bytes. */
    private static Set<Signal> ordered(Collection<Signal> signals) {
        return signals.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(signals));
    }

    /** Signals that a collector can get beside traces. */
    public enum Signal {
        Metrics,
        /** The records of calls. */
        Audit
    }

    /** Of OTLP. */
    public enum Protocol {
        Grpc,
        HttpProtobuf
    }
}
