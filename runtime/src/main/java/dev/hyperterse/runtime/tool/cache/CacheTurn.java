package dev.hyperterse.runtime.tool.cache;

/** The next step of a call without a cached result. */
public sealed interface CacheTurn {
    /** This call runs the statement, for all calls that wait for it. */
    record Leads(Lead lead) implements CacheTurn {}

    /** Another call has run the statement meanwhile. */
    record Answered(CachedResult result) implements CacheTurn {}

    /** This call runs the statement for itself, because the result cannot be cached. */
    record Alone() implements CacheTurn {}
}
