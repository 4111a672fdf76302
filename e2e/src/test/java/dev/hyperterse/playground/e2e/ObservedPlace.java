package dev.hyperterse.playground.e2e;

/** Where a secret could get out. */
enum ObservedPlace {
    /** Status, headers and body of what clients were answered. */
    ANSWERS,
    /** Records of calls on standard output, and those that a collector got. */
    AUDIT,
    /** Everything else that operator and replicas have logged. */
    LOGS,
    /** What a collector got as traces. */
    SPANS,
    /** The pages of Prometheus, what a collector got as metrics, and the rest of the admin ports. */
    METRICS,
    /** Every object of the API server but Secrets: specs, statuses, events, catalogs (unpacked). */
    OBJECTS
}
