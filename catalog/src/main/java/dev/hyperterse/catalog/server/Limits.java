package dev.hyperterse.catalog.server;

import java.util.Optional;

/**
 * Bounds of one replica. Sizes are bytes.
 *
 * @param rates how many calls come in a minute
 * @param concurrentCallsPerPrincipal how many calls of one caller run at the same time
 */
public record Limits(
        long maxRequestSize,
        long maxResultSize,
        long bufferSize,
        long callTimeoutMillis,
        int concurrentCalls,
        int streams,
        Optional<Rates> rates,
        Optional<Integer> concurrentCallsPerPrincipal) {
    /** Bounds that are the same for all callers. */
    public Limits(
            long maxRequestSize,
            long maxResultSize,
            long bufferSize,
            long callTimeoutMillis,
            int concurrentCalls,
            int streams) {
        this(
                maxRequestSize,
                maxResultSize,
                bufferSize,
                callTimeoutMillis,
                concurrentCalls,
                streams,
                Optional.empty(),
                Optional.empty());
    }
}
