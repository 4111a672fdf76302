package dev.hyperterse.scripts;

/** The event after which a script continues. */
enum WaitsFor {
    NOTHING,
    /** Only answers of its client, which come with the next round of the call. */
    NEXT_ROUND,
    /** An event during this run. */
    THIS_RUN
}
