package dev.hyperterse.scripts.host;

/** The event after which a script continues. */
public enum WaitsFor {
    NOTHING,
    /** Only answers of its client, which come with the next round of the call. */
    NEXT_ROUND,
    /** An event during this run. */
    THIS_RUN
}
