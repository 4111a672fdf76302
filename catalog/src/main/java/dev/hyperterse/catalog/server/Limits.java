package dev.hyperterse.catalog.server;

import java.util.Optional;

/**
 * Bounds of one replica. Sizes are bytes.
 *
 * @param rates how many calls come in a minute
 * @param concurrentCallsPerPrincipal how many calls of one caller run at the same time
 * @param taskTimeoutMillis how long a call may run as a task, where the server says so
 */
public record Limits(
        long maxRequestSize,
        long maxResultSize,
        long bufferSize,
        long callTimeoutMillis,
        int concurrentCalls,
        int streams,
        Optional<Rates> rates,
        Optional<Integer> concurrentCallsPerPrincipal,
        Optional<Long> taskTimeoutMillis) {
    private static final long USUAL_TASK_MILLIS = 600_000;

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
                Optional.empty(),
                Optional.empty());
    }

    /** How long a call of a tool with that limit may run as a task. */
    public long taskMillis(Optional<Long> ofTool) {
        long most = taskTimeoutMillis.orElse(USUAL_TASK_MILLIS);
        return ofTool.map(own -> Math.min(own, most)).orElse(most);
    }
}
