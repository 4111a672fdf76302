package dev.hyperterse.runtime.tool.cache;

/** The next step of a call without a cached result. */
public sealed interface CacheMiss {
    /** This call runs the statement, for all calls that wait for it. */
    record Leads(RunLeader leader) implements CacheMiss {}

    /** Another call has meanwhile run the statement. */
    record Answered(CachedResult result) implements CacheMiss {}

    /** The result cannot be cached, so this call runs the statement only for itself. */
    record Uncacheable() implements CacheMiss {}
}
