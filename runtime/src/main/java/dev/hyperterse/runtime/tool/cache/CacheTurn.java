package dev.hyperterse.runtime.tool.cache;

/** What a call that found nothing kept does next. */
public sealed interface CacheTurn {
    /** Runs the statement, for all that wait for it. */
    record Leads(Lead lead) implements CacheTurn {}

    /** Another call has run it meanwhile. */
    record Answered(CachedResult result) implements CacheTurn {}

    /** Runs the statement for itself: its results cannot be kept. */
    record Alone() implements CacheTurn {}
}
