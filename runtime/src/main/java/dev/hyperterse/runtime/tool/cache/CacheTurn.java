package dev.hyperterse.runtime.tool.cache;

/** The next step of a call without a cached result. */
public sealed interface CacheTurn {
    /** Runs the statement, for all that wait for it. */
    record Leads(Lead lead) implements CacheTurn {}

    /** Another call has run it meanwhile. */
    record Answered(CachedResult result) implements CacheTurn {}

    /** Runs the statement for itself: its results cannot be kept. */
    record Alone() implements CacheTurn {}
}
