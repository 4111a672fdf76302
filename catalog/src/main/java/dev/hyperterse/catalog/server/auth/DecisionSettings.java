package dev.hyperterse.catalog.server.auth;

import dev.hyperterse.catalog.values.ValueKey;
import java.util.Optional;

/**
 * The decision point that is asked about each call, in addition to policies and rules.
 *
 * @param url that is asked by HTTP
 * @param timeoutMillis no answer by then is a failure
 * @param failure whether undecided calls continue
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
