package dev.hyperterse.catalog.server;

/**
 * Where the traces of calls are sent.
 *
 * @param endpoint of a collector of OpenTelemetry
 * @param samplingRatio share of the calls that are traced, from 0 to 1, of those whose client has not decided it
 */
public record TraceExport(String endpoint, Protocol protocol, double samplingRatio) {
    /** Of OTLP. */
    public enum Protocol {
        Grpc,
        HttpProtobuf
    }
}
