package dev.hyperterse.runtime.script;

/** What lets a script go on after its turn. */
enum WaitsFor {
    NOTHING,
    /** Answers of its client, which come with the next round of the call, and nothing else. */
    NEXT_ROUND,
    /** Something that comes while it runs. */
    THIS_RUN
}
