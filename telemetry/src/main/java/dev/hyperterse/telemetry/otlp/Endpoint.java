package dev.hyperterse.telemetry.otlp;

import dev.hyperterse.catalog.server.TraceExport.Protocol;
import java.time.Duration;

/**
 * Where a collector listens, and how it is spoken to.
 *
 * @param limit how long it may take to answer
 */
public record Endpoint(String address, Protocol protocol, Duration limit) {
    public static final Duration LIMIT = Duration.ofSeconds(5);

    private static final String TRACES = "/v1/traces";

    public Endpoint(String address, Protocol protocol) {
        this(address, protocol, LIMIT);
    }

    /** Below the address, which may be given with the path of traces. */
    public String path(String signal) {
        var base = address.endsWith(TRACES) ? address.substring(0, address.length() - TRACES.length()) : address;
        return base.replaceAll("/+$", "") + "/v1/" + signal;
    }
}
