package dev.hyperterse.catalog.server;

import dev.hyperterse.catalog.values.ValueKey;
import java.util.Optional;

/**
 * Who is asked about each call, besides policies and rules.
 *
 * @param url that is asked by HTTP
 * @param timeoutMillis no answer by then is a failure
 * @param failure what becomes of calls that are not decided
 * @param key that questions are signed with
 * @param authority the only certificate authority that its certificate may come from
 */
public record DecisionSettings(
        String url, long timeoutMillis, Failure failure, ValueKey key, Optional<ValueKey> authority) {
    public DecisionSettings {
        authority = authority == null ? Optional.empty() : authority;
    }

    public enum Failure {
        /** They fail. */
        Closed,
        /** They go on. */
        Open
    }
}
