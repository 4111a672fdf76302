package dev.hyperterse.catalog.server;

import java.util.Optional;

/**
 * The rates of one replica in calls per minute; absent rates are not limited.
 *
 * @param perPrincipal of each caller
 * @param perTool of each tool, of all callers together
 * @param perServer of all tools and callers together
 */
public record Rates(Optional<Rate> perPrincipal, Optional<Rate> perTool, Optional<Rate> perServer) {
    public static final Rates NONE = new Rates(Optional.empty(), Optional.empty(), Optional.empty());

    /** Those of tools alone. */
    public Rates ofTools() {
        return new Rates(Optional.empty(), perTool, Optional.empty());
    }

    /** @param burst calls that may come at once after a quiet time */
    public record Rate(int perMinute, int burst) {
        /** Without a burst of its own, that of a minute. */
        public static Rate of(int perMinute, Optional<Integer> burst) {
            return new Rate(perMinute, burst.orElse(perMinute));
        }

        /** The calls that both admit. */
        public Rate and(Rate other) {
            return new Rate(Math.min(perMinute, other.perMinute), Math.min(burst, other.burst));
        }
    }
}
