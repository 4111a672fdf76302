package dev.hyperterse.catalog.server;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * The limits of a server's scripts in each replica.
 *
 * @param threads that run JavaScript
 * @param runs that may have begun and not ended, running or waiting
 * @param timeoutMillis how long one run may take, waiting included, except for answers of users
 * @param inputTimeoutMillis how long a client may take to answer one question, of a confirmation too
 * @param cpuMillis processor time of one run
 * @param allocation bytes that one run may allocate
 * @param heap bytes that all runs together may have allocated
 * @param headers of requests that they may read, in lower case
 */
public record ScriptSettings(
        int threads,
        int runs,
        long timeoutMillis,
        long inputTimeoutMillis,
        long cpuMillis,
        long allocation,
        long heap,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> headers) {
    private static final long MEBIBYTE = 1 << 20;

    public static final ScriptSettings DEFAULT =
            new ScriptSettings(2, 512, 10_000, 300_000, 2_000, 128 * MEBIBYTE, 192 * MEBIBYTE, List.of());

    public ScriptSettings {
        headers = headers == null ? List.of() : List.copyOf(headers);
    }

    /** The same with other headers. */
    public ScriptSettings with(List<String> others) {
        return new ScriptSettings(
                threads, runs, timeoutMillis, inputTimeoutMillis, cpuMillis, allocation, heap, others);
    }
}
