package dev.hyperterse.telemetry.logging;

import org.slf4j.LoggerFactory;

/**
 * One turn of a thread that works in the background for as long as its process lives. What it throws is logged, and the
 * next turn comes: nobody takes the place of a thread that ended. The pause between turns stays outside.
 */
public final class BackgroundTurn {
    private BackgroundTurn() {}

    /** @param thread what is at work, for the log */
    public static void run(String thread, Runnable turn) {
        try {
            turn.run();
        } catch (Throwable fault) {
            // An error as well: memory that was spent for a moment must not end deadlines or sweeps for good.
            failed(thread, fault);
        }
    }

    /** For a turn that has to answer something all the same. */
    public static void failed(String thread, Throwable fault) {
        LoggerFactory.getLogger(BackgroundTurn.class)
                .atError()
                .addKeyValue("event", "background_turn_failed")
                .addKeyValue("thread", thread)
                .setCause(fault)
                .log("goes on with its next turn");
    }
}
