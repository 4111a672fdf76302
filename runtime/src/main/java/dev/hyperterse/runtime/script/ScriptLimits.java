package dev.hyperterse.runtime.script;

/**
 * What scripts may use.
 *
 * @param threads that run JavaScript
 * @param runs that may have begun and not ended, running or waiting; one script has at most half of them
 * @param runningMillis processor time of one run: waiting does not count
 * @param allocation bytes that one run may allocate
 * @param heap bytes that all runs together may have allocated
 */
public record ScriptLimits(int threads, int runs, long runningMillis, long allocation, long heap) {
    private static final long MEBIBYTE = 1024 * 1024;

    /** Those of a replica with that heap: what the API says is the default, and no more than the heap has room for. */
    public static ScriptLimits standard(long maxMemory) {
        var heap = Math.min(192 * MEBIBYTE, maxMemory / 3);
        return new ScriptLimits(2, 512, 2_000, Math.min(128 * MEBIBYTE, heap * 2 / 3), heap);
    }
}
