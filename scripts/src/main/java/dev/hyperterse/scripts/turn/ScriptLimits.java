package dev.hyperterse.scripts.turn;

import dev.hyperterse.catalog.server.ScriptSettings;

/**
 * The limits of scripts.
 *
 * @param threads that run JavaScript
 * @param runs the maximum of runs that have begun and not ended, running or waiting; one script has at most half of
 *     them
 * @param timeoutMillis of one run, including waits
 * @param runningMillis processor time of one run
 * @param allocation bytes that one run may allocate
 * @param heap bytes that all runs together may have allocated
 */
public record ScriptLimits(int threads, int runs, long timeoutMillis, long runningMillis, long allocation, long heap) {

    /** The settings of the server, with memory limits reduced to fit into that many bytes. */
    public static ScriptLimits of(ScriptSettings settings, long most) {
        var heap = Math.min(settings.heap(), most);
        return new ScriptLimits(
                settings.threads(),
                settings.runs(),
                settings.timeoutMillis(),
                settings.cpuMillis(),
                heap == settings.heap() ? settings.allocation() : Math.min(settings.allocation(), heap * 2 / 3),
                heap);
    }
}
