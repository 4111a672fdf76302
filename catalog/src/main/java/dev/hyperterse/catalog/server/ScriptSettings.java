package dev.hyperterse.catalog.server;

/**
 * What the scripts of a server may use in each replica.
 *
 * @param threads that run JavaScript
 * @param runs that may have begun and not ended, running or waiting
 * @param timeoutMillis how long one run may take, waiting included
 * @param cpuMillis processor time of one run
 * @param allocation bytes that one run may allocate
 * @param heap bytes that all runs together may have allocated
 */
public record ScriptSettings(int threads, int runs, long timeoutMillis, long cpuMillis, long allocation, long heap) {
    private static final long MEBIBYTE = 1 << 20;

    public static final ScriptSettings DEFAULT =
            new ScriptSettings(2, 512, 10_000, 2_000, 128 * MEBIBYTE, 192 * MEBIBYTE);
}
