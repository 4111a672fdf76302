package dev.hyperterse.runtime.mcp.legacy.session;

/**
 * The memory of all sessions of a replica, in bytes.
 *
 * @param sessions for the sessions themselves
 * @param subscriptions for the resources that they subscribe to
 * @param values for the values of scripts
 */
public record SessionMemory(long sessions, long subscriptions, long values) {
    /** The bytes of the longest id, its ticket, its place in the registry, and the empty tables of what it held. */
    static final int SESSION = 900;

    /** The number of sessions that are cached. */
    int most() {
        return Math.clamp(sessions / SESSION, 1, Integer.MAX_VALUE);
    }
}
